import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call, queries, query, refresh, type Reply } from '../../api/api.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { markRead, meets, type MessageList, PAGE, takeNewest, takeOlder } from './messageList.ts'

/** Maximum number of pages fetched to reach the loaded messages; beyond that, the list starts anew. */
const MOST_CATCH_UP = 5

/**
 * The user's messages, newest first, ten at a time from the last loaded one. A refetch, for example after an event,
 * fetches only the new ones: ten thousand loaded rows cost nothing. Older pages and new messages are merged in the
 * query cache.
 */
export function useMessages() {
  useSession()
  const key = [...query('getMyMessage', { pageSize: PAGE }).queryKey, 'list'] as const
  const [older, setOlder] = useState<'idle' | 'loading' | { problem: string }>('idle')
  const list = useQuery({
    queryKey: key,
    enabled: isSignedIn(),
    queryFn: async ({ signal }) => {
      const run = await fetchNewest(() => queries.getQueryData<MessageList>(key), signal)
      return takeNewest(queries.getQueryData<MessageList>(key), run)
    },
  })

  async function more() {
    const last = list.data?.items.at(-1)
    if (!last) return void list.refetch()
    setOlder('loading')
    try {
      const page = await call('getMyMessage', { pageSize: PAGE, before: last.id }, { quiet: true })
      change((known) => takeOlder(known, last.id, page.list))
      setOlder('idle')
    } catch (failure) {
      setOlder({ problem: failure instanceof CallFailed ? failure.message : '' })
    }
  }

  function change(how: (known: MessageList) => MessageList) {
    queries.setQueryData<MessageList>(key, (known) => known && how(known))
  }

  /** Marks up to 50 messages, or all, as read: in the cache at once; after a failure, refetches the server's state. */
  async function read(ids: readonly string[] | null) {
    change((known) => markRead(known, ids))
    const { queryKey } = query('getUnread', {})
    try {
      const reply = await call('readMessages', ids ? { ids: ids.join(',') } : {}, { quiet: ids !== null })
      queries.setQueryData<Reply<'getUnread'>>(queryKey, reply)
    } catch {
      refresh('getMyMessage', 'getUnread')
    }
  }

  const failed = typeof older === 'object' ? older.problem : list.data ? undefined : list.error?.message
  const isLoading = list.isPending || older === 'loading' || (list.isError && list.isFetching)
  const state = isLoading ? 'loading' : failed !== undefined ? 'failed' : list.data?.isEnd ? 'end' : 'more'
  const fetchedAtMs = list.dataUpdatedAt
  const items = list.data?.items ?? []
  return { items, state, fetchedAtMs, problem: failed, onMore: () => void more(), read } as const
}

/** Fetches the newest messages until they reach the loaded ones. */
async function fetchNewest(known: () => MessageList | undefined, signal: AbortSignal): Promise<MessageList> {
  let run: MessageList = { items: [], isEnd: false }
  for (let turn = 0; turn < MOST_CATCH_UP; turn++) {
    const before = run.items.at(-1)?.id
    const page = await call(
      'getMyMessage',
      { pageSize: PAGE, ...(before !== undefined && { before }) },
      { signal, quiet: true },
    )
    run = { items: [...run.items, ...page.list], isEnd: page.list.length < PAGE }
    const now = known()
    if (!now || run.isEnd || meets(now, run)) return run
  }
  return run
}
