import type { KeptHead } from '@tickmark/core/log/heads'
import { isSame } from '@tickmark/core/log/tree/tree'

/**
 * What to do with a tab's newest head when another tab may have stored one: `write` it, `wait` while the stored one
 * is larger, `fork` when the tab has seen another head of the stored size, or `compare` by a proof when it has seen
 * none.
 */
export function besideStored(
  newest: KeptHead,
  seen: ReadonlyMap<number, KeptHead>,
  stored: Pick<KeptHead, 'size' | 'root'> | null,
): 'write' | 'wait' | 'fork' | 'compare' {
  if (!stored) return 'write'
  const own = stored.size === newest.size ? newest : seen.get(stored.size)
  if (own && !isSame(own.root, stored.root)) return 'fork'
  if (stored.size >= newest.size) return 'wait'
  return own ? 'write' : 'compare'
}
