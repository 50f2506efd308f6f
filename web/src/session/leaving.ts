import { keep, kept } from '@tickmark/client/storage.ts'

const MARK = 'leaving'

/** Marks that the user has left on this device. The mark survives a crash and being offline. */
export function markLeaving(): void {
  keep(MARK, '1')
}

/** Whether the user has left on this device and the server may not have heard of it. */
export function isLeaving(): boolean {
  return kept(MARK) !== null
}

/** Removes the mark: the server has ended the session, or the user is back. */
export function clearLeaving(): void {
  keep(MARK, null)
}
