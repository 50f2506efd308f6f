import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queries, query } from '../../../api/api.ts'
import { useConnected } from '../../../live/marketFeed.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'
import { withLatest, withOlder, withSent, type ChatLog } from './chatLog.ts'
import type { ChatMessage } from '@tickmark/wire/schemas/support'

/** Polling interval of the conversation while the socket is closed. */
const UNHEARD_MS = 10_000

/** A conversation: its latest messages and the older ones loaded so far, as one list in the cache. */
export function useThread(threadId: string) {
  const session = useSession()
  const connected = useConnected()
  const { queryKey } = query('getThread', { threadId })
  const state = useQuery({
    queryKey,
    enabled: isSignedIn(session),
    refetchInterval: connected ? false : UNHEARD_MS,
    // Reads the cache after the answer came: meanwhile a message may have been sent, or older ones loaded.
    queryFn: async ({ signal }): Promise<ChatLog> => {
      const page = await call('getThread', { threadId }, { signal, quiet: true })
      return withLatest(queries.getQueryData<ChatLog>(queryKey), page)
    },
  })
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')

  async function fetchOlder() {
    const before = state.data?.list[0]?.id
    if (before === undefined || older === 'loading') return
    setOlder('loading')
    try {
      const page = await call('getThread', { threadId, before }, { quiet: true })
      queries.setQueryData<ChatLog>(queryKey, (known) => known && withOlder(known, page, before))
      setOlder('idle')
    } catch {
      setOlder('failed')
    }
  }

  return { state, log: state.data, older, fetchOlder }
}

/** Adds a message that was just sent, so that it appears before the next answer. */
export function addSent(threadId: string, message: ChatMessage): void {
  queries.setQueryData<ChatLog>(query('getThread', { threadId }).queryKey, (known) =>
    known ? withSent(known, message) : known,
  )
}
