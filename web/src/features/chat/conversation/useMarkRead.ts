import { useVisible } from '@tickmark/client/useVisible.ts'
import { useEffect } from 'react'
import { call } from '../../../api/api.ts'
import { hasUnread, type ChatLog } from './chatLog.ts'

/** Marks support's messages as read when the end of the list is on screen and the page is visible. */
export function useMarkRead(log: ChatLog, atEnd: boolean): void {
  const visible = useVisible()
  const threadId = log.thread.id
  const unread = log.thread.unread > 0 || hasUnread(log)
  // Later messages count as unread again.
  const upTo = unread ? (log.list.at(-1)?.id ?? null) : null
  useEffect(() => {
    if (upTo === null || !visible || !atEnd) return
    // Changes arrive as events. After a failure, the next message or visit tries again.
    call('readChat', { threadId, upTo }, { quiet: true }).catch(() => {})
  }, [threadId, upTo, visible, atEnd])
}
