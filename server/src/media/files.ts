import { createHash } from 'node:crypto'
import type { Reader, Tx } from '../db/pool.ts'
import { plainJpegSize } from './jpegSize.ts'
import { bindFiles, findFiles, findPublic, insertShipped, lockUnbound, publishFiles } from './store.ts'

/** Whose an upload is: a user's by number, or an operator's by the address that he proved. */
export type FileOwner = { user: number } | { operator: string }

/** A picture as a conversation shows it. */
export interface FileView {
  id: string
  /** A path of ours, for those who may read it. */
  url: string
  width: number
  height: number
}

/**
 * Binds uploads of an owner for good, in the transaction of what refers to them; `sharedWith`, a user's number, may read
 * them too. Replies with them in the order given; null, and nothing is bound, when one is not his, is bound already or is named twice.
 */
export async function takeFiles(
  tx: Tx,
  given: { owner: FileOwner; ids: readonly string[]; sharedWith: number | null },
): Promise<FileView[] | null> {
  const { owner, ids, sharedWith } = given
  if (ids.length === 0) return []
  const own = new Map((await lockUnbound(tx, owner, ids)).map((file) => [file.id, viewOf(file)]))
  const views = ids.flatMap((id) => own.get(id) ?? [])
  if (views.length < ids.length || own.size < ids.length) return null
  await bindFiles(tx, ids, sharedWith)
  return views
}

/** Uploads by id, whoever owns them; what is not there is left out. Who may read them is for the caller to know. */
export async function filesOf(reader: Reader, ids: readonly string[]): Promise<Map<string, FileView>> {
  if (ids.length === 0) return new Map()
  return new Map((await findFiles(reader, ids)).map((file) => [file.id, viewOf(file)]))
}

/**
 * Makes an operator's uploads public, for good, in the transaction of the content that shows them. False, with nothing
 * changed, when one is neither his nor public already.
 */
export async function showFiles(tx: Tx, operator: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const shown = new Set(await findPublic(tx, ids))
  const rest = [...new Set(ids)].filter((id) => !shown.has(id))
  if (rest.length === 0) return true
  if ((await lockUnbound(tx, { operator }, rest)).length < rest.length) return false
  await publishFiles(tx, rest)
  return true
}

/**
 * Puts in a picture that ships with the app, public from the start: a plain JPEG of at most 1,024 px a side, which goes out
 * as it is. Replies with its id, the same for the same bytes; null when it is no such picture.
 */
export async function seedPicture(tx: Tx, content: Buffer, atMs: number): Promise<string | null> {
  const size = plainJpegSize(content)
  if (!size) return null
  const hash = createHash('sha256').update(content).digest('hex')
  // A UUID of version 8 (RFC 9562), whose bits are its maker's.
  const id = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`]
  const whole = `${id.join('-')}-${hash.slice(20, 32)}`
  await insertShipped(tx, whole, { content, ...size }, atMs)
  return whole
}

/** Where a public picture is. */
export function publicUrl(id: string): string {
  return `/media/${id}.jpg`
}

/** A file as those see it who may read it. */
export function viewOf({ id, width, height }: Omit<FileView, 'url'>): FileView {
  return { id, url: `/api/files/${id}`, width, height }
}
