import { MOST_PICTURE_SIDE } from '@tickmark/wire/pictures'
import { setPriority } from 'node:os'
import sharp from 'sharp'

// A process of its own for one picture from outside: bytes on standard input, our JPEG on standard output. It knows no
// secret, reads no file, and whatever a decoder can be made to do ends with it.

/** Pixels of a picture at most; 256 million fit into 250 KB of PNG. */
const MOST_PIXELS = 24_000_000
/** Bytes of memory at most; libvips is not bound by V8's own limit. */
const MOST_MEMORY = 512 * 1024 * 1024
/** Microseconds of work at most, on however busy a machine; whoever started this ends it by the clock. */
const MOST_WORK = 5_000_000

// Orders go first, whatever is drawn beside them.
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
  // The picture's own fault; whatever else goes wrong here ends with another code.
  process.exitCode = 2
}

/** What the camera meant by its orientation is drawn in, and nothing else of the file but its pixels goes on. */
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
