import { createHash } from 'node:crypto'
import type { Reader, Tx } from '../db/pool.ts'
import { plainJpegSize } from './jpegSize.ts'
import type { PictureSize } from './pictureSize.ts'
import { bindFiles, findFiles, findPublic, insertShipped, lockUnbound, publishFiles } from './store.ts'

/** The owner of an upload: a user by number, or an operator by proven address. */
export type FileOwner = { user: number } | { operator: string }

/** A picture as its readers see it. */
export interface FileView extends PictureSize {
  id: string
  /** A path on our site, for readers with access. */
  url: string
}

/**
 * Binds uploads of an owner permanently, in the transaction that refers to them. `sharedWith`, a user's number, may
 * read them too. Returns them in the given order. Returns null and binds nothing when one belongs to somebody else, is
 * already bound or is listed twice.
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

/** Uploads by id, of any owner; missing ids are left out. The caller checks who may read them. */
export async function filesOf(reader: Reader, ids: readonly string[]): Promise<Map<string, FileView>> {
  if (ids.length === 0) return new Map()
  return new Map((await findFiles(reader, ids)).map((file) => [file.id, viewOf(file)]))
}

/**
 * Makes an operator's uploads public permanently, in the transaction of the content that shows them. Returns false and
 * changes nothing when one is neither the operator's own unbound upload nor public.
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
 * Inserts a picture that ships with the app, public from the start: a plain JPEG of at most 1,024 px a side, served
 * unchanged. Returns its id, which depends only on the bytes; null when it is not such a picture.
 */
export async function seedPicture(tx: Tx, content: Buffer, atMs: number): Promise<string | null> {
  const size = plainJpegSize(content)
  if (!size) return null
  const hash = createHash('sha256').update(content).digest('hex')
  // A UUID of version 8 (RFC 9562), whose bits the application defines.
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`]
  const id = `${groups.join('-')}-${hash.slice(20, 32)}`
  await insertShipped(tx, id, { content, ...size }, atMs)
  return id
}

/** Path of a public picture. */
export function publicUrl(id: string): string {
  return `/media/${id}.jpg`
}

/** Path of a picture for operators: their session's cookie is sent nowhere else. */
export function operatorFileUrl(id: string): string {
  return `/api/console/files/${id}`
}

export function viewOf({ id, width, height }: Omit<FileView, 'url'>): FileView {
  return { id, url: `/api/files/${id}`, width, height }
}
