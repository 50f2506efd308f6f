import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call, type Given } from '../../../api/api.ts'
import { sessionNow } from '../../../session/session.ts'
import { createDraftSaver, type DraftSaver } from './draftSaver.ts'

export type DraftFields = Required<Given<'saveLoanDraft'>>

/** Pause after the last key before a draft is saved. */
const SETTLE_MS = 600

const savers = new Map<string, DraftSaver<DraftFields>>()

/** The saver of a user's draft. It outlives the screen, so that unsaved changes are there when the user returns. */
export function draftSaverOf(address: string): DraftSaver<DraftFields> {
  const known = savers.get(address)
  if (known) return known
  const saver = createDraftSaver<DraftFields>({
    async save(fields) {
      // Another user has signed in since: the draft is not his.
      if (sessionNow().address !== address) return
      await saveFields(fields)
    },
    later(run) {
      const timer = setTimeout(run, SETTLE_MS)
      return () => clearTimeout(timer)
    },
  })
  savers.set(address, saver)
  // Saves when the network is back, and before the page may end.
  for (const [target, event] of [
    [window, 'online'],
    [window, 'pagehide'],
    [document, 'visibilitychange'],
  ] as const)
    target.addEventListener(event, () => void saver.flush())
  return saver
}

/** Saves without photos that the server no longer has: they must not keep the other fields from being saved. */
async function saveFields(fields: Partial<DraftFields>): Promise<void> {
  try {
    await call('saveLoanDraft', fields, { quiet: true })
  } catch (failure) {
    if (!(failure instanceof CallFailed) || failure.code !== 'file_unknown') throw failure
    const { front: _front, back: _back, ...text } = fields
    await call('saveLoanDraft', text, { quiet: true })
  }
}
