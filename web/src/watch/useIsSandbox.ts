import { useConfig } from '../api/publicConfig.ts'
import { useWatchState } from './watchState.ts'

/** Whether the house is a sandbox, by its configuration or by the name of its log, which only a sandbox may begin anew. */
export function useIsSandbox(): boolean {
  const { isSandbox } = useWatchState()
  return useConfig()?.mode === 'sandbox' || isSandbox
}
