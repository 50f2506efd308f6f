import { MOST_PICTURE_SIDE } from '@tickmark/wire/pictures'
import { setPriority } from 'node:os'
import sharp from 'sharp'

// A separate process that redraws one untrusted picture: bytes on standard input, our JPEG on standard output. It holds
// no secret and reads no file, so an exploited decoder gains nothing beyond this process.

/** Maximum number of pixels; 256 million fit into 250 KB of PNG. */
const MOST_PIXELS = 24_000_000
/** Maximum memory in bytes; V8's own limit does not cover libvips. */
const MOST_MEMORY = 512 * 1024 * 1024
/** Maximum CPU time in microseconds, on any load; the parent process enforces a limit on elapsed time. */
const MOST_WORK = 5_000_000

// Lower priority, because orders go first.
setPriority(5)
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isTooMuch = process.memoryUsage.rss() > MOST_MEMORY || user + system > MOST_WORK
  if (isTooMuch) process.kill(process.pid, 'SIGKILL')
}, 20).unref()
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

const picture = await readAll()
try {
  process.stdout.end(await redraw(picture))
} catch {
  // Code 2 blames the picture; any other failure ends with another code.
  process.exitCode = 2
}

/** Applies the camera's orientation; only the pixels are kept. */
function redraw(picture: Buffer): Promise<Buffer> {
  return sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(MOST_PICTURE_SIDE, MOST_PICTURE_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()
}

async function readAll(): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
