import { Failed } from '@tickmark/ui/state/Failed.tsx'

interface FailedCallProps {
  /** What failed: "Orders did not load". */
  title: string
  /** The query, which is asked again. */
  call: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** A call that failed, with the server's reason and a way to try again. */
export function FailedCall({ title, call }: FailedCallProps) {
  const { error, isFetching, refetch } = call
  return <Failed title={title} detail={error?.message} onRetry={() => void refetch()} busy={isFetching} />
}
