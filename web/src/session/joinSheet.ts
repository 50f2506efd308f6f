import { createStore, useStore } from '@tickmark/client/observable.ts'

const open = createStore(false)

/** Opens the join sheet: a call or a control needs a signed-in user. */
export function askToJoin(): void {
  open.set(true)
}

export function closeJoin(): void {
  open.set(false)
}

/** Whether the join sheet is open. */
export function useJoinOpen(): boolean {
  return useStore(open)
}
