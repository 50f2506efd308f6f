import { useQuery } from '@tanstack/react-query'
import { call, query } from '../../api/api.ts'
import { useSession } from '../../session/session.ts'

/** Polling interval while the page is on screen. */
const AGAIN_MS = 10_000

/**
 * The programme as the public sees it. Its days contain the amount hosted in the current book, so each book has its
 * own answer.
 */
export function useProgramme() {
  const { book } = useSession()
  return useQuery({
    queryKey: [...query('getProgramme', {}).queryKey, book],
    queryFn: ({ signal }) => call('getProgramme', {}, { signal, quiet: true }),
    refetchInterval: AGAIN_MS,
  })
}
