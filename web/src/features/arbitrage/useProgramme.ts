import { useQuery } from '@tanstack/react-query'
import { call, query } from '../../api/api.ts'
import { useSession } from '../../session/session.ts'

/** How often the programme is asked for while its page is on screen. */
const AGAIN_MS = 10_000

/** The programme for anybody. Its days name what was hosted in the book in use, so that each book has its own answer. */
export function useProgramme() {
  const { book } = useSession()
  return useQuery({
    queryKey: [...query('getProgramme', {}).queryKey, book],
    queryFn: ({ signal }) => call('getProgramme', {}, { signal, quiet: true }),
    refetchInterval: AGAIN_MS,
  })
}
