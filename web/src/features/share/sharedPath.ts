import { PATHS } from '../../navigation/hrefs.ts'

/** Longer than any place of ours. */
const MOST = 512

/**
 * The place that the last part of "share/%2Fbusiness%3Fpid%3D1" names: a path of our own origin with its query, or null for
 * anything else. What may look like a path and lead elsewhere (`//x`, `/\x`, a tab that browsers drop) is no path.
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

/** The link that invites: a place of ours, the start page when none is named, with the code in its query. */
export function inviteLink(code: string, path: string | null, origin: string): string {
  const url = new URL(path ?? PATHS.home, origin)
  url.searchParams.set('code', code)
  return url.href
}

/** Decoded once; null for what is not encoded rightly. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
