import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queries, query } from '../../../api/api.ts'
import { useConnected } from '../../../live/marketFeed.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'
import { withLatest, withOlder, withSent, type ChatLog } from './chatLog.ts'
import type { ChatMessage } from '@tickmark/wire/schemas/support'

/** While the socket is away, the conversation is asked for this often. */
const UNHEARD_MS = 10_000

/** A conversation: its latest messages, and as many older ones as were asked for, in the cache as one run. */
export function useThread(threadId: string) {
  const session = useSession()
  const connected = useConnected()
  const { queryKey } = query('getThread', { threadId })
  const state = useQuery({
    queryKey,
    enabled: isSignedIn(session),
    refetchInterval: connected ? false : UNHEARD_MS,
    // What is known is read after the answer came: something may have been sent, or older ones fetched, meanwhile.
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

/** Puts what was just sent into the conversation, so that it is there before the next answer. */
export function addSent(threadId: string, message: ChatMessage): void {
  queries.setQueryData<ChatLog>(query('getThread', { threadId }).queryKey, (known) =>
    known ? withSent(known, message) : known,
  )
}
