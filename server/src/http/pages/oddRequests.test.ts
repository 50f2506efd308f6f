import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type Log, silentLog } from '../../platform/log.ts'
import { setServer } from '../../app/app.testing.ts'

const failures: string[] = []
const log: Log = { ...silentLog(), error: (message) => void failures.push(message) }
const server = setServer({ log })

/** Sends a request line byte for byte, and returns the status of the answer. */
function statusOf(line: string, accept = '*/*'): Promise<number> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${line} HTTP/1.1\r\nhost: ${hostname}\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`),
    )
    socket.on('data', (part: Buffer) => (said += part.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(said)?.[1] ?? 0)))
  })
}

const rows: [line: string, status: number][] = [
  ['GET //', 404],
  ['GET ///', 404],
  ['GET //?x=1', 404],
  ['GET //x', 404],
  ['GET //evil.example/path', 404],
  ['GET //[', 404],
  ['GET //:99999', 404],
  ['GET /\\', 404],
  ['GET /%', 404],
  ['GET /%00', 404],
  ['GET /%zz', 404],
  ['GET /%E0%A4%A', 404],
  ['GET /api/%', 404],
  ['GET /api//session', 404],
  ['GET //api/session', 404],
  [`GET /${'x'.repeat(8_000)}`, 404],
  [`GET /${'x'.repeat(20_000)}`, 413],
  ['GET http://[/', 404],
  ['GET *', 404],
  ['HEAD //', 404],
  ['OPTIONS //', 404],
  ['OPTIONS *', 404],
  ['POST //', 404],
  ['DELETE //', 404],
  ['TRACE /', 404],
  ['PROPFIND /', 404],
  ['QUERY /', 400],
  ['NONSENSE /', 400],
]

test.each(rows)('%s gets %i, and no call counts as failed', async (line, status) => {
  failures.length = 0
  expect([await statusOf(line), failures]).toEqual([status, []])
})

test.each(rows.filter(([line]) => line.startsWith('GET ') && !line.startsWith('GET /x')))(
  '%s is no address of the page either',
  async (line, status) => {
    expect(await statusOf(line, 'text/html')).toBe(status)
  },
)
