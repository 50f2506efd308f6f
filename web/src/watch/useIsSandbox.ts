import { useConfig } from '../api/publicConfig.ts'
import { useWatchState } from './watchState.ts'

/** Whether the house is a sandbox, by its configuration or its log's name; only a sandbox may restart its log. */
export function useIsSandbox(): boolean {
  const { isSandbox } = useWatchState()
  return useConfig()?.mode === 'sandbox' || isSandbox
}
