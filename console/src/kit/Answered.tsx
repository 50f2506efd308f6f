import type { ReactNode } from 'react'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Skeleton, type SkeletonShape } from '@tickmark/ui/state/Skeleton.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** The part of `useConsoleQuery`'s result that is used here. */
interface Asked<Data> {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Shows a skeleton while loading, then the answer; on failure, the reason and a retry button. */
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
