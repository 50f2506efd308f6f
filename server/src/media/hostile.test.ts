import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, newUser, setServer } from '../app/app.testing.ts'
import { sendOnce, sendPicture } from './sending.testing.ts'
import { CANARY, type Hostile, hostileFiles } from './hostile.testing.ts'

const server = setServer({ env: { CONTENT: 'none' } })
let user: Caller
let files: Hostile[]
beforeAll(async () => {
  user = await newUser(() => server.url, 1)
  files = await hostileFiles()
})

interface File {
  id: string
  url: string
  width: number
  height: number
}

test('T15: only a JPEG that we redrew is ever kept, and the server stays up', async () => {
  expect(files.length).toBeGreaterThanOrEqual(70)
  const drawn: string[] = []
  // The pictures of one account are drawn one after another.
  const other = await newUser(() => server.url, 2)
  const sendOne = async (file: Hostile, at: number) => {
    const by = at % 2 === 0 ? user : other
    const reply = await sendPicture(by, server.url, file.bytes, contentTypeOf(file))
    const code = reply.status === 200 ? 'drawn' : reply.body.code
    expect(endsOf(file), `${file.says}: ${reply.text}`).toContain(code)
    if (reply.status !== 200) return
    drawn.push(file.says)
    await expectPlain(by, reply.body.data as File, file.says)
  }
  for (let at = 0; at < files.length; at += 4) await Promise.all(files.slice(at, at + 4).map(sendOne))
  expect(drawn.length).toBeGreaterThan(20)
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  const { db } = server.database.database
  const kept = await db.selectFrom('uploaded_file').select('id').execute()
  expect(kept).toHaveLength(drawn.length)
}, 240_000)

function endsOf({ ends }: Hostile): (string | undefined)[] {
  return ends === 'either' ? ['drawn', 'picture_invalid'] : [ends]
}

function contentTypeOf({ contentType, bytes }: Hostile): string {
  return contentType ?? (bytes[0] === 0xff ? 'image/jpeg' : 'image/png')
}

async function expectPlain(by: Caller, file: File, says: string): Promise<void> {
  const cookie = `sid=${by.cookies.get('sid')}`
  const reply = await fetch(`${server.url}${file.url}`, { headers: { cookie } })
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(reply.headers.get('content-type'), says).toBe('image/jpeg')
  const known = await sharp(bytes).metadata()
  expect(known, says).toMatchObject({ format: 'jpeg', width: file.width, height: file.height, space: 'srgb' })
  expect(Math.max(file.width, file.height), says).toBeLessThanOrEqual(1_024)
  for (const part of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const) {
    expect(known[part], `${says}: ${part}`).toBeUndefined()
  }
  expect(bytes.includes(CANARY), says).toBe(false)
  expect(bytes.includes('<script'), says).toBe(false)
  // In valid picture data 0xff is never followed by 0xd9: the first end marker is the end of the file.
  const data = bytes.indexOf(Buffer.from('ffda', 'hex'))
  expect(bytes.indexOf(Buffer.from('ffd9', 'hex'), data), says).toBe(bytes.length - 2)
}

test.each([
  { says: 'a form', contentType: 'application/x-www-form-urlencoded' },
  { says: 'a form with parameters', contentType: 'Application/X-WWW-Form-Urlencoded ; charset=utf-8' },
  { says: 'JSON', contentType: 'application/json' },
])('$says of six megabytes is refused without being parsed, and holds nobody up', async ({ contentType }) => {
  const fields = Array.from({ length: 800_000 }, (_, at) => `a${at}`).join('&')
  const before = process.cpuUsage()
  const reply = await sendOnce(user, server.url, Buffer.from(fields.slice(0, 6_000_000)), contentType)
  expect(reply.body).toMatchObject({ status: 400, code: 'picture_invalid' })
  // CPU time, not elapsed time: only this process's own work delays other requests.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
})

test('a picture that the camera turned is turned by us, and one with holes lies on white', async () => {
  const wide = sharp({ create: { width: 400, height: 100, channels: 4, background: '#ff000000' } })
  const turned = await wide.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const reply = await sendPicture(user, server.url, turned, 'image/jpeg')
  expect(reply.body.data).toMatchObject({ width: 100, height: 400 })
  const hollow = await sendPicture(user, server.url, await wide.clone().png().toBuffer(), 'image/png')
  const cookie = `sid=${user.cookies.get('sid')}`
  const { url } = hollow.body.data as File
  const drawn = Buffer.from(await (await fetch(`${server.url}${url}`, { headers: { cookie } })).arrayBuffer())
  expect([...(await sharp(drawn).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
})

test('20 users send pictures at the same time, and each gets their own', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, at) => newUser(() => server.url, 100 + at)))
  const replies = await Promise.all(
    people.map(async (one, at) => {
      const width = 50 + at
      const picture = await sharp({ create: { width, height: 40, channels: 3, background: '#123456' } })
        .png()
        .toBuffer()
      return sendPicture(one, server.url, picture, 'image/png')
    }),
  )
  expect(replies.map(({ body }) => (body.data as File).width)).toEqual(replies.map((_, at) => 50 + at))
  expect(new Set(replies.map(({ body }) => (body.data as File).id)).size).toBe(20)
})

test('60 pictures at once are each redrawn or refused as busy', async () => {
  const picture = await sharp({ create: { width: 90, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const all = Array.from({ length: 60 }, () => sendOnce(user, server.url, picture, 'image/png'))
  const codes = (await Promise.all(all)).map(({ body }) => body.code ?? 'drawn')
  expect(new Set(codes)).toEqual(new Set(['drawn', 'busy']))
  expect((await sendPicture(user, server.url, picture, 'image/png')).status).toBe(200)
})
