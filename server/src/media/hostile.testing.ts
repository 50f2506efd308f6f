import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { plainPicture } from './plainPicture.testing.ts'

/** A file that an attacker may send as a picture, or hide inside one. */
export interface Hostile {
  says: string
  bytes: Buffer
  /** Of the request; by default image/png or image/jpeg by its first byte, and none for an empty file. */
  contentType?: string
  /** Whether it is redrawn, or refused with that code; "either" leaves it to the decoder. */
  ends: 'drawn' | 'either' | 'picture_invalid' | 'picture_too_large'
}

/** Marks everything that must not survive redrawing. */
export const CANARY = 'canary-4711'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const MOST = 6_291_456

export async function hostileFiles(): Promise<Hostile[]> {
  return [...pngs(), ...(await jpegs()), ...(await otherFormats()), ...(await envelopes())]
}

function chunk(type: string, data: Buffer, crc?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const end = Buffer.alloc(4)
  end.writeUInt32BE(crc ?? crc32(body))
  return Buffer.concat([length, body, end])
}

interface PngParts {
  width: number
  height: number
  depth?: number
  colour?: number
  /** Uncompressed picture data; by default grey, of the right size. */
  data?: Buffer
  before?: Buffer[]
  after?: Buffer[]
  tail?: Buffer
  interlace?: number
}

function png(parts: PngParts): Buffer {
  const { width, height, depth = 1, colour = 0, before = [], after = [], tail, interlace = 0 } = parts
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlace], 8)
  const data = parts.data ?? Buffer.alloc((Math.ceil((width * depth) / 8) + 1) * height)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...before,
    chunk('IDAT', deflateSync(data, { level: 9 })),
    ...after,
    chunk('IEND', Buffer.alloc(0)),
    ...(tail ? [tail] : []),
  ])
}

const text = (value: string) => Buffer.from(value, 'latin1')
const bomb = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 97), { level: 9 })
const zip = Buffer.concat([
  text('PK\u0003\u0004'),
  text(CANARY.repeat(50)),
  text('PK\u0005\u0006'),
  Buffer.alloc(18),
])
const html = text(`<!doctype html><script>alert("${CANARY}")</script>`)

function pngs(): Hostile[] {
  const small = { width: 64, height: 48 }
  const plain = png(small)
  const many = bomb(8)
  const large = bomb(100)
  const file = (says: string, bytes: Buffer, ends: Hostile['ends']): Hostile => ({
    says: `a PNG ${says}`,
    bytes,
    ends,
  })
  return [
    file('of 256 megapixels', png({ width: 16_000, height: 16_000 }), 'picture_invalid'),
    file('of a little more than 24 megapixels', png({ width: 4_901, height: 4_900 }), 'picture_invalid'),
    file('of 20 megapixels', png({ width: 20_000, height: 1_000 }), 'drawn'),
    file('one pixel wide and a million high', png({ width: 1, height: 1_000_000 }), 'either'),
    file('that says it is 65,535 pixels square', sized(plain, 65_535, 65_535), 'picture_invalid'),
    file(
      'that says it is 2 billion pixels square',
      sized(plain, 2 ** 31 - 1, 2 ** 31 - 1),
      'picture_invalid',
    ),
    file('that says it is nothing', sized(plain, 0, 48), 'picture_invalid'),
    file('that says it is larger than its data', sized(plain, 640, 480), 'picture_invalid'),
    file('whose data inflates to 100 MB', png({ ...small, data: Buffer.alloc(100 * 1024 * 1024) }), 'either'),
    file(
      'with a text that inflates to 100 MB',
      png({ ...small, before: [chunk('zTXt', zipped(large))] }),
      'either',
    ),
    file(
      'with 100 texts of 8 MB',
      png({ ...small, before: Array.from({ length: 100 }, () => chunk('zTXt', zipped(many))) }),
      'either',
    ),
    file(
      'with an international text of 100 MB',
      png({ ...small, before: [chunk('iTXt', Buffer.concat([text('a\0\u0001\0\0\0'), large]))] }),
      'either',
    ),
    file(
      'with a colour profile of 100 MB',
      png({ ...small, before: [chunk('iCCP', zipped(large))] }),
      'either',
    ),
    file(
      'with a script in a text',
      png({ ...small, before: [chunk('tEXt', Buffer.concat([text('Comment\0'), html]))] }),
      'drawn',
    ),
    file('with the place where it was taken', png({ ...small, before: [chunk('eXIf', exif())] }), 'drawn'),
    file('with a ZIP behind it', png({ ...small, tail: zip }), 'drawn'),
    file('with HTML behind it', png({ ...small, tail: html }), 'drawn'),
    file('with a script behind it', png({ ...small, tail: text(`*/;alert("${CANARY}")//`) }), 'drawn'),
    file(
      'with another PNG behind it',
      png({ ...small, tail: png({ ...small, before: [chunk('tEXt', text(`a\0${CANARY}`))] }) }),
      'drawn',
    ),
    file(
      'of 5,000 frames',
      png({
        ...small,
        before: [chunk('acTL', Buffer.from('0000138800000000', 'hex'))],
        after: frames(5_000),
      }),
      'either',
    ),
    file(
      'without data',
      Buffer.concat([plain.subarray(0, 33), chunk('IEND', Buffer.alloc(0))]),
      'picture_invalid',
    ),
    file('without an end', plain.subarray(0, -12), 'either'),
    file('cut off in its head', plain.subarray(0, 20), 'picture_invalid'),
    file('cut off in its data', plain.subarray(0, 45), 'picture_invalid'),
    file('that is its first eight bytes alone', SIGNATURE, 'picture_invalid'),
    file('with HTML after its first eight bytes', Buffer.concat([SIGNATURE, html]), 'picture_invalid'),
    file(
      'with a wrong checksum',
      Buffer.concat([plain.subarray(0, 29), Buffer.alloc(4), plain.subarray(33)]),
      'either',
    ),
    file(
      'with a chunk of 2 GB',
      Buffer.concat([
        plain.subarray(0, 33),
        Buffer.from('7fffffff', 'hex'),
        text('zTXt'),
        plain.subarray(33),
      ]),
      'picture_invalid',
    ),
    file(
      'with a chunk that every reader must know',
      png({ ...small, before: [chunk('ABCD', html)] }),
      'either',
    ),
    file('with a palette that is not there', png({ ...small, depth: 8, colour: 3 }), 'picture_invalid'),
    file(
      'with filters that do not exist',
      png({ ...small, depth: 8, data: Buffer.alloc(65 * 48, 0xfe) }),
      'picture_invalid',
    ),
    file('of a bit depth that does not exist', png({ ...small, depth: 7 }), 'picture_invalid'),
    file(
      'of 16 bits with an alpha channel',
      png({ ...small, depth: 16, colour: 6, data: Buffer.alloc((64 * 8 + 1) * 48) }),
      'drawn',
    ),
    file('after a line end', Buffer.concat([text('\n'), plain]), 'picture_invalid'),
  ]
}

/** A PNG with another size in its header, and a corrected checksum. */
function sized(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29)
  return copy
}

function zipped(data: Buffer): Buffer {
  return Buffer.concat([text('a\0\0'), data])
}

function frames(count: number): Buffer[] {
  return Array.from({ length: count }, (_, at) => {
    const control = Buffer.alloc(26)
    control.writeUInt32BE(at, 0)
    control.writeUInt32BE(64, 4)
    control.writeUInt32BE(48, 8)
    return chunk('fcTL', control)
  })
}

/** TIFF-form metadata: rotated by 90 degrees, and a location in a GPS directory. */
function exif(): Buffer {
  const bytes = Buffer.alloc(100)
  bytes.write('MM\0*', 0, 'latin1')
  bytes.writeUInt32BE(8, 4)
  bytes.writeUInt16BE(2, 8)
  bytes.set(Buffer.from('0112000300000001', 'hex'), 10)
  bytes.writeUInt16BE(6, 18)
  bytes.set(Buffer.from('8825000400000001', 'hex'), 22)
  bytes.writeUInt32BE(38, 30)
  bytes.writeUInt16BE(1, 38)
  bytes.set(Buffer.from('001d00020000000b', 'hex'), 40)
  bytes.writeUInt32BE(60, 48)
  bytes.write(CANARY, 60, 'latin1')
  return bytes
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(marker, 0)
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

async function jpegs(): Promise<Hostile[]> {
  const plain = await plainPicture('jpeg')
  const withSegments = (...segments: Buffer[]) =>
    Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)])
  const frame = plain.indexOf(Buffer.from('ffc0', 'hex'))
  const patched = (at: number, hex: string) => {
    const copy = Buffer.from(plain)
    copy.set(Buffer.from(hex, 'hex'), frame + at)
    return copy
  }
  const file = (says: string, bytes: Buffer, ends: Hostile['ends']): Hostile => ({
    says: `a JPEG ${says}`,
    bytes,
    ends,
  })
  const filled = (length: number) => {
    const full = Array.from({ length: 95 }, () => segment(0xfffe, Buffer.alloc(65_533, CANARY)))
    const rest = length - plain.length - 95 * 65_537 - 4
    return withSegments(...full, segment(0xfffe, Buffer.alloc(rest, 97)))
  }
  const segments = [
    segment(0xffe1, Buffer.concat([text(`http://ns.adobe.com/xap/1.0/\0<x>${CANARY}</x>`)])),
    segment(0xffed, text(`Photoshop 3.0\0${CANARY}`)),
    segment(0xffe2, text(`ICC_PROFILE\0\u0001\u0001${CANARY}`)),
  ]
  return [
    file(
      'with the place where it was taken',
      withSegments(segment(0xffe1, Buffer.concat([text('Exif\0\0'), exif()]))),
      'drawn',
    ),
    file('with metadata of three more kinds', withSegments(...segments), 'drawn'),
    file('with a script in a comment', withSegments(segment(0xfffe, html)), 'drawn'),
    file('that is a script, too', withSegments(segment(0xfffe, text(`*/=alert("${CANARY}");/*`))), 'drawn'),
    file('with a ZIP behind it', Buffer.concat([plain, zip]), 'drawn'),
    file('with HTML behind it', Buffer.concat([plain, html]), 'drawn'),
    file('with another JPEG behind it', Buffer.concat([plain, withSegments(segment(0xfffe, html))]), 'drawn'),
    file('cut off in the middle', plain.subarray(0, plain.length / 2), 'picture_invalid'),
    file('cut off in its head', plain.subarray(0, 40), 'picture_invalid'),
    file('that says it is 65,535 pixels square', patched(5, 'ffffffff'), 'picture_invalid'),
    file('that says it is nothing', patched(5, '00000000'), 'picture_invalid'),
    file('of a kind without loss', patched(0, 'ffc3'), 'picture_invalid'),
    file('with arithmetic coding that is none', patched(0, 'ffc9'), 'either'),
    file('with 700 readings of the same lines', await manyScans(700), 'either'),
    file('of exactly 6,291,456 bytes', filled(MOST), 'drawn'),
    file('of one byte more', filled(MOST + 1), 'picture_too_large'),
    file('of 7 MB', Buffer.concat([plain, Buffer.alloc(7_000_000)]), 'picture_too_large'),
    file(
      'that is three bytes and noise',
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), noise(4_000)]),
      'picture_invalid',
    ),
    file(
      'that is HTML after its first bytes',
      Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), html]),
      'picture_invalid',
    ),
    file(
      'that is an SVG after its first bytes',
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg()]),
      'picture_invalid',
    ),
    file(
      'of the kind JPEG-LS',
      Buffer.concat([Buffer.from('ffd8fff7000b080030004001011100', 'hex'), noise(99)]),
      'picture_invalid',
    ),
    file('in grey', await sharp(plain).greyscale().jpeg().toBuffer(), 'drawn'),
    file('in four inks', await sharp(plain).toColourspace('cmyk').jpeg().toBuffer(), 'drawn'),
  ]
}

/** A progressive JPEG that repeats its last scan many times. */
async function manyScans(count: number): Promise<Buffer> {
  const bytes = await sharp(await plainPicture('jpeg'))
    .jpeg({ progressive: true })
    .toBuffer()
  const last = bytes.lastIndexOf(Buffer.from('ffda', 'hex'))
  const scan = bytes.subarray(last, -2)
  return Buffer.concat([
    bytes.subarray(0, last),
    ...Array.from({ length: count }, () => scan),
    bytes.subarray(-2),
  ])
}

/** The same bytes every time. */
function noise(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 7_919 + (at >> 3) * 104_729) % 251))
}

function svg(): Buffer {
  return text(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert("${CANARY}")</script></svg>`,
  )
}

async function otherFormats(): Promise<Hostile[]> {
  const source = sharp(await plainPicture('png'))
  const entities = text(
    `<!DOCTYPE s [<!ENTITY a "${'a'.repeat(999)}"><!ENTITY b "${'&a;'.repeat(999)}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`,
  )
  const files: [string, Buffer][] = [
    ['an SVG', svg()],
    [
      'an SVG that reads a file',
      text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    ],
    ['an SVG of entities', entities],
    ['a GIF', await source.clone().gif().toBuffer()],
    ['a GIF that is a script', text(`GIF89a=0;alert("${CANARY}")`)],
    ['a WebP', await source.clone().webp().toBuffer()],
    ['a TIFF', await source.clone().tiff().toBuffer()],
    ['an AVIF', await source.clone().avif({ effort: 0 }).toBuffer()],
    [
      'something like HEIF',
      Buffer.concat([Buffer.from('00000018', 'hex'), text('ftypheic\0\0\0\0mif1heic'), noise(200)]),
    ],
    ['a JPEG 2000', Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), noise(200)])],
    ['a JPEG XL', Buffer.concat([Buffer.from('ff0a', 'hex'), noise(200)])],
    ['a BMP', Buffer.concat([text('BM'), noise(200)])],
    ['an icon', Buffer.concat([Buffer.from('00000100010010100000', 'hex'), await plainPicture('png')])],
    ['a PPM', text('P6 2 2 255 aaaaaaaaaaaa')],
    ['a PDF', text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
    [
      'a drawing program',
      text('push graphic-context\nfill "url(https://a.example/"|ls)"\npop graphic-context'),
    ],
    ['a ZIP', zip],
    ['a page', html],
    ['a PNG, compressed', gzipSync(await plainPicture('png'))],
    ['one byte', Buffer.from([0xff])],
    ['nothing', Buffer.alloc(0)],
  ]
  return files.map(([says, bytes]) => ({ says, bytes, contentType: 'image/png', ends: 'picture_invalid' }))
}

/** Valid pictures under wrong names. */
async function envelopes(): Promise<Hostile[]> {
  const jpeg = await plainPicture('jpeg')
  const form = Buffer.concat([
    text(
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.php.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    ),
    jpeg,
    text('\r\n--b--\r\n'),
  ])
  const file = (says: string, contentType: string, ends: Hostile['ends'], bytes = jpeg): Hostile => {
    return { says: `a JPEG ${says}`, bytes, contentType, ends }
  }
  return [
    file('that is called a PNG', 'image/png', 'drawn'),
    file('with a second ending in its name', 'image/jpeg; name="a.jpg.html"', 'drawn'),
    file('that is called an SVG', 'image/svg+xml', 'picture_invalid'),
    file('that is called a page', 'text/html', 'picture_invalid'),
    file('that is called anything', 'application/octet-stream', 'picture_invalid'),
    file('that is called a JPEG in other letters', 'Image/JPEG', 'drawn'),
    file('that is called JSON', 'application/json', 'picture_invalid'),
    file('that is called a form', 'application/x-www-form-urlencoded', 'picture_invalid'),
    file('in a form of parts, named a.php.jpg', 'multipart/form-data; boundary=b', 'picture_invalid', form),
  ]
}
