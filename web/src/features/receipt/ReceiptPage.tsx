import { useTranslation } from '../../i18n/useTranslation.ts'
import { useLocation } from 'wouter'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { AskSupport } from '../../components/AskSupport.tsx'
import { LogWatched } from '../../components/LogWatched.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { ReceiptChecks } from './ReceiptChecks.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { htmlFileOf, shareLink } from './share/receiptFile.ts'
import { ReceiptResult } from './ReceiptResult.tsx'
import { proofStampOf } from '../../receipts/proofStamp.ts'
import { ShareReceipt } from './share/ShareReceipt.tsx'
import { ReceiptStamp } from './ReceiptStamp.tsx'
import { ownStampOf } from '../../receipts/useOrderCheck.ts'
import { useReceipt } from './useReceipt.ts'

/** The receipt of a finished order, verified on this device. */
export function ReceiptPage() {
  const { t } = useTranslation('receipt')
  const session = useSession()
  const [path] = useLocation()
  const orderId = path.split('/')[2] ?? ''
  if (session.server === undefined || isSignedIn(session)) return <Receipt orderId={orderId} />
  return (
    <>
      <PageBar title={t('pages:title.receipt')} onBack={() => back(hrefTo.orders('finished'))} />
      <div className="px-5">
        <Empty
          title={t('joinTitle')}
          detail={t('joinDetail')}
          icon="receipt"
          action={
            <Button size="medium" onClick={askToJoin}>
              {t('wallet:join')}
            </Button>
          }
        />
      </div>
    </>
  )
}

function Receipt({ orderId }: { orderId: string }) {
  const { t } = useTranslation('receipt')
  const state = useReceipt(orderId)
  const { receipt } = state
  return (
    <>
      <PageBar title={t('pages:title.receipt')} onBack={() => back(hrefTo.orders('finished'))} />
      <div className="px-5 pb-[calc(96px+env(safe-area-inset-bottom))] md:px-7">
        <ReceiptBody state={state} />
      </div>
      {receipt !== null && (
        <div className="fixed inset-x-0 bottom-(--strip) z-10 bg-ground px-5 pt-2.5 pb-[calc(20px+env(safe-area-inset-bottom))] md:sticky md:px-7">
          <div className="flex gap-2.5">
            <a
              href={htmlFileOf(orderId)}
              download
              className="inline-flex min-h-[54px] flex-1 items-center justify-center gap-2 rounded-3 bg-well px-4 py-2 text-center text-15 font-semibold active:opacity-80"
            >
              <Icon name="download" size={20} />
              {t('proof:file')}
            </a>
            <Button
              icon="share"
              className="flex-1"
              disabled={state.finding === null}
              onClick={() => void shareLink(orderId, state.finding?.receipt?.ticket ?? null)}
            >
              {t('proof:shareLink')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

function ReceiptBody({ state }: { state: ReturnType<typeof useReceipt> }) {
  const { t } = useTranslation('receipt')
  const { order, failure, finding } = state
  if (failure && !order) {
    const isGone = failure instanceof CallFailed && failure.code === 'order_unknown'
    if (!isGone) return <Failed title={t('failed')} detail={failure.message} onRetry={state.retry} />
    return <Empty title={t('notYours')} icon="receipt" action={<ToOrders />} />
  }
  if (!order) {
    return (
      <>
        <Skeleton shape="figure" />
        <Skeleton shape="ledger" count={6} />
      </>
    )
  }
  if (!state.isFinished) {
    return <Empty title={t('openTitle')} detail={t('openDetail')} icon="clock" action={<ToOrders />} />
  }
  return (
    <>
      <ReceiptResult order={order} finding={finding} />
      <ReceiptStamp kind={ownStampOf(order, state)} isSealing={state.isSealing} />
      {finding?.receipt ? (
        <ReceiptFacts receipt={finding.receipt} />
      ) : (
        !finding && !state.isSealing && <Skeleton shape="ledger" count={6} />
      )}
      {finding && <ReceiptChecks finding={finding} agrees={state.agrees} kept={state.kept} />}
      {finding?.receipt && (
        <ShareReceipt
          orderId={order.orderId}
          receipt={finding.receipt}
          witnessed={state.witnessed}
          shared={state.shared}
          stamp={proofStampOf(finding, state.agrees, state.kept)}
        />
      )}
      {finding && (
        <div className="pt-6">
          <LogWatched />
          <ListRow title={t('pages:title.houseRecord')} href={hrefTo.houseRecord()} onGo={go} chevron />
        </div>
      )}
      <AskSupport about={{ subject: 'order', subjectId: order.orderId }} className="mt-4" />
    </>
  )
}

function ToOrders() {
  const { t } = useTranslation('receipt')
  return (
    <Button tone="quiet" size="medium" onClick={() => go(hrefTo.orders())}>
      {t('trade:orders')}
    </Button>
  )
}
