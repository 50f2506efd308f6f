import { PATHS } from '../../navigation/hrefs.ts'

/** Longer than any path of this page. */
const MOST = 512

/**
 * Parses the last segment of "share/%2Fbusiness%3Fpid%3D1": a path of our origin with its query, or null. Rejects text
 * that looks like a path but leads elsewhere (`//x`, `/\x`, a tab that browsers drop).
 */
export function sharedPath(part: string | undefined, origin: string): string | null {
  const path = decoded(part ?? '')
  if (path === null || path.length > MOST || !/^\/(?![/\\])/.test(path)) return null
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(path)) return null
  if (!URL.canParse(path, origin)) return null
  const url = new URL(path, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** An invitation link: a path of this page (the start page by default) with the code in its query. */
export function inviteLink(code: string, path: string | null, origin: string): string {
  const url = new URL(path ?? PATHS.home, origin)
  url.searchParams.set('code', code)
  return url.href
}

/** Decodes once; null when the encoding is invalid. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
