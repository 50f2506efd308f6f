import { Failed } from '@tickmark/ui/state/Failed.tsx'

interface FailedCallProps {
  /** What failed: "Orders did not load". */
  title: string
  /** The query to retry. */
  call: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Shows a failed call with the server's reason and a retry button. */
export function FailedCall({ title, call }: FailedCallProps) {
  const { error, isFetching, refetch } = call
  return <Failed title={title} detail={error?.message} onRetry={() => void refetch()} busy={isFetching} />
}
