import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../../api/api.ts'
import { hasUnread, type ChatLog } from './chatLog.ts'

/** Tells the house that support's words were read, when their end is on screen and somebody may be looking. */
export function useMarkRead(log: ChatLog, atEnd: boolean): void {
  const visible = useSyncExternalStore(followVisible, () => document.visibilityState === 'visible')
  const threadId = log.thread.id
  const unread = log.thread.unread > 0 || hasUnread(log)
  // What comes next is unread anew.
  const upTo = unread ? (log.list.at(-1)?.id ?? null) : null
  useEffect(() => {
    if (upTo === null || !visible || !atEnd) return
    // What that changes comes as events; when it fails, the next message, or the next look, tries again.
    call('readChat', { threadId, upTo }, { quiet: true }).catch(() => {})
  }, [threadId, upTo, visible, atEnd])
}

function followVisible(run: () => void): () => void {
  document.addEventListener('visibilitychange', run)
  return () => document.removeEventListener('visibilitychange', run)
}
