import { call, queries, query, type Given } from '../../api/api.ts'
import { useAction } from '../../api/useAction.ts'

type Change = 'setLimit' | 'takeBreak' | 'exclude'

/** Changes the user's limits. Returns true when done; otherwise a toast has shown the reason. */
export function useChange() {
  const { busy, run } = useAction()
  const change = <N extends Change>(name: N, input: Given<N>) =>
    run(async () => queries.setQueryData(query('getLimits', {}).queryKey, await call(name, input)))
  return { busy, change }
}
