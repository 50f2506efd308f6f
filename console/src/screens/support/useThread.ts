import { useState } from 'react'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { call, useConsoleQuery, type Reply } from '../../api/api.ts'

const POLL_MS = 2_000

/** A conversation’s newest messages, live, and the older ones loaded so far. */
export function useThread(threadId: string) {
  const newest = useConsoleQuery('consoleThread', { threadId }, { refetchInterval: POLL_MS })
  const [older, setOlder] = useState<Reply<'consoleThread'>['list']>([])
  const [olderLeft, setOlderLeft] = useState<boolean | null>(null)
  const hasMore = olderLeft ?? newest.data?.hasMore ?? false

  async function askOlder() {
    const before = (older[0] ?? newest.data?.list[0])?.id
    if (before === undefined) return
    try {
      const more = await call('consoleThread', { threadId, before }, { quiet: true })
      setOlder((had) => [...more.list, ...had])
      setOlderLeft(more.hasMore)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      toast(failure.message, { tone: 'wrong' })
    }
  }

  return { newest, older, hasMore, askOlder }
}
