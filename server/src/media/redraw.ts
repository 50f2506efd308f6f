import { MOST_PICTURE_SIDE } from '@tickmark/wire/pictures'
import { setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { markOf } from './mark.ts'

// A separate process that redraws one untrusted picture. Input: a line with the wanted form, then the picture's bytes. Output:
// our own picture. It holds no secret and reads no file, so an exploited decoder gains nothing beyond this process. The forms: a
// `photo` (JPEG), a `drawing` (PNG with its transparency), a copy `marked` with the rest of the line (JPEG), or a `look`: one
// byte that says whether the picture shows a single colour.

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

const input = await readAll()
const lineEnd = input.indexOf(10)
try {
  process.stdout.end(await redraw(input.toString('utf8', 0, lineEnd), input.subarray(lineEnd + 1)))
} catch {
  // Code 2 blames the picture; any other failure ends with another code.
  process.exitCode = 2
}

/** Applies the camera's orientation; only the pixels are kept. */
async function redraw(line: string, picture: Buffer): Promise<Buffer> {
  const [form = ''] = line.split(' ', 1)
  const mark = line.slice(form.length + 1)
  const drawn = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(MOST_PICTURE_SIDE, MOST_PICTURE_SIDE, { fit: 'inside', withoutEnlargement: true })
  switch (form) {
    case 'photo':
      return jpeg(drawn)
    case 'drawing':
      return drawn.png({ compressionLevel: 9 }).toBuffer()
    case 'marked': {
      const { data, info } = await drawn
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer({ resolveWithObject: true })
      return jpeg(sharp(data).composite([markOf(mark, info)]))
    }
    case 'look':
      return Buffer.from([(await isOneColour(drawn)) ? 1 : 0])
    default:
      throw new Error('nobody asks for anything else')
  }
}

function jpeg(drawn: Sharp): Promise<Buffer> {
  return drawn.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()
}

/** Whether every channel hardly varies: JPEG itself changes a plain colour by less than this. */
async function isOneColour(drawn: Sharp): Promise<boolean> {
  const { channels } = await sharp(await drawn.png().toBuffer()).stats()
  return channels.every(({ stdev }) => stdev < 2)
}

async function readAll(): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
