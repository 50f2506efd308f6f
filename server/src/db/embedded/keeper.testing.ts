import { jsonLog } from '../../platform/log.ts'
import { startOrAdoptEmbedded } from './embedded.ts'

/**
 * A process of its own that keeps the database of argv[2] running, prints its URL, and does as stdin says:
 * "stop" (clean), "exit" (without cleaning up), or stays until it is killed.
 */
const log = jsonLog((line) => process.stderr.write(line), Date.now)
const embedded = await startOrAdoptEmbedded(process.argv[2] ?? '', log, { fsync: 'off' })
process.stdout.write(`${embedded.url}\n`)
process.stdin.on('data', (chunk) => {
  if (String(chunk).trim() === 'exit') process.exit(0)
  void embedded.stop().then(() => process.exit(0))
})
