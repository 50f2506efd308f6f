import { jsonLog } from '../../platform/log.ts'
import { startOrAdoptEmbedded } from './embedded.ts'

/**
 * Separate process that keeps the database of argv[2] running and prints its URL. On stdin, "stop" stops it cleanly and
 * "exit" exits without cleanup; otherwise it runs until it is killed.
 */
const log = jsonLog((line) => process.stderr.write(line), Date.now)
const embedded = await startOrAdoptEmbedded(process.argv[2] ?? '', log, { fsync: 'off' })
process.stdout.write(`${embedded.ownerUrl}\n`)
process.stdin.on('data', (chunk) => {
  if (String(chunk).trim() === 'exit') process.exit(0)
  void embedded.stop().then(() => process.exit(0))
})
