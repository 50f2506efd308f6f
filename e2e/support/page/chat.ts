import { deflateSync, crc32 } from 'node:zlib'
import type { Page } from 'playwright-core'
import { seen } from './see.ts'

/** The field for a message to support. */
export const field = (page: Page) => page.getByRole('textbox', { name: 'Message to support' })
/** The list of messages. */
export const messageList = (page: Page) => page.getByRole('log', { name: 'Messages' })
/** One message. */
export const bubble = (page: Page, text: string | RegExp) =>
  messageList(page).getByRole('article').filter({ hasText: text })

/** Opens a new conversation without a subject; returns its id. */
export async function beginConversation(page: Page): Promise<string> {
  await page.goto('/chat')
  await (await seen(page.getByRole('button', { name: 'Write to support' }))).click()
  await seen(field(page))
  return new URL(page.url()).searchParams.get('thread') ?? ''
}

/** A square PNG of `side` pixels, in one colour unless its pixels are given. */
export function png(side: number, pixels = (bytes: number) => Buffer.alloc(bytes, 0x7a)): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const all = Buffer.alloc(body.length + 8)
    all.writeUInt32BE(data.length, 0)
    body.copy(all, 4)
    all.writeUInt32BE(crc32(body), body.length + 4)
    return all
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  const line = () => Buffer.concat([Buffer.from([0]), pixels(side * 3)])
  const rows = deflateSync(Buffer.concat(Array.from({ length: side }, line)))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
