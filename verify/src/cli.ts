import './olderNode.ts'
import { runCommand } from './main.ts'

const { code, text } = await runCommand(process.argv.slice(2))
console.log(text)
process.exitCode = code
