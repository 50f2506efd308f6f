import type { ReactNode } from 'react'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Skeleton, type SkeletonShape } from '@tickmark/ui/state/Skeleton.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** What `useDeskQuery` returns, as far as it matters here. */
interface Asked<Data> {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Shows an answer once it is there; a skeleton before, and the reason with a retry when it failed. */
export function Answered<Data>(props: {
  of: Asked<Data>
  shape?: SkeletonShape
  count?: number
  children: (data: Data) => ReactNode
}) {
  const { t } = useTranslation('kit')
  const { of, shape = 'ledger', count = 6, children } = props
  if (of.data !== undefined) return children(of.data)
  if (of.error)
    return (
      <Failed
        title={t('listFailed')}
        detail={of.error.message}
        busy={of.isFetching}
        onRetry={() => void of.refetch()}
      />
    )
  return <Skeleton shape={shape} count={count} />
}
