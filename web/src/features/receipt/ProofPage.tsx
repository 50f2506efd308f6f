import { CallFailed } from '@tickmark/client/callFailed.ts'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { isEarlierReceipt } from '@tickmark/core/receipts/receiptFile'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { back } from '../../navigation/navigate.ts'
import { DropReceipt } from './DropReceipt.tsx'
import { receiptInFile } from './givenReceipt.ts'
import { Proof } from './Proof.tsx'
import { useSharedReceipt } from './useSharedReceipt.ts'

/** A file that the reader has opened here. */
interface Opened {
  /** Distinguishes files of the same name. */
  count: number
  receipt: unknown
}

/** A receipt for anyone: from its owner's link or from a file, checked on this device, without an account. */
export function ProofPage() {
  const { t } = useTranslation('proof')
  const [path] = useLocation()
  const name = path.split('/')[2] ?? ''
  const [opened, setOpened] = useState<Opened | null>(null)

  async function open(file: File) {
    const receipt = await receiptInFile(file)
    if (receipt === undefined) return toast(t('noReceipt'), { tone: 'wrong' })
    if (isEarlierReceipt(receipt)) return toast(t('earlierReceipt'), { tone: 'wrong' })
    setOpened((last) => ({ count: (last?.count ?? 0) + 1, receipt }))
    scrollTo({ top: 0 })
  }

  return (
    <DropReceipt onFile={(file) => void open(file)}>
      <PageBar title={t('pages:title.proof')} onBack={() => back()} />
      {opened ? (
        <Proof key={opened.count} name={`file ${opened.count}`} receipt={opened.receipt} isFile />
      ) : (
        name !== '' && <Linked key={name} name={name} />
      )}
    </DropReceipt>
  )
}

/** The receipt of the link. */
function Linked({ name }: { name: string }) {
  const { t } = useTranslation('proof')
  const shared = useSharedReceipt(name)
  if (shared.data !== undefined) return <Proof name={name} receipt={shared.data} />
  if (!shared.isError) {
    return (
      <>
        <Skeleton shape="figure" />
        <Skeleton shape="ledger" count={6} />
      </>
    )
  }
  const isGone = shared.error instanceof CallFailed && [400, 404].includes(shared.error.status)
  if (isGone) return <Empty title={t('goneTitle')} detail={t('goneDetail')} icon="receipt" />
  return (
    <Failed
      title={t('receipt:failed')}
      detail={shared.error.message}
      onRetry={() => void shared.refetch()}
      busy={shared.isFetching}
    />
  )
}
