import { parseSealed, type SealedLoan } from '@tickmark/core/loans/sealed'
import { checkSealed } from '@tickmark/core/loans/sealedCheck'
import { VERIFIER_PATH } from '@tickmark/wire/receiptFile'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Stamp } from '@tickmark/ui/text/Stamp.tsx'
import { useMemo } from 'react'
import { useCall } from '../../../api/api.ts'
import { saveFile } from '@tickmark/client/saveFile.ts'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { sayCopied } from '../../../components/sayCopied.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useSession } from '../../../session/session.ts'
import { SignedText } from '../agreement/SignedText.tsx'
import { nobleCrypto } from '../../../watch/signatures/nobleCrypto.ts'

const NAME = 'tickmark-loan.json'

interface SignedAgreementSheetProps {
  id: string
  open: boolean
  onClose: () => void
}

/** The sealed agreement, verified on this device. */
export function SignedAgreementSheet({ id, open, onClose }: SignedAgreementSheetProps) {
  const { t } = useTranslation('loanList')
  const call = useCall('getLoanFile', { applyId: id }, { enabled: open })
  const given = call.data?.file
  const sealed = useMemo(() => parseSealed(given), [given])
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('agreement.title')}
      isText
      footer={
        given !== undefined && (
          <Button wide icon="download" onClick={() => save(given)}>
            {t('agreement.save')}
          </Button>
        )
      }
    >
      {call.isError && !call.data && <FailedCall title={t('agreement.failed')} call={call} />}
      {!call.isError && !call.data && <Skeleton shape="text" count={3} />}
      {call.data && <Checked given={given} />}
      {sealed && <Signed sealed={sealed} />}
    </Sheet>
  )
}

function Checked({ given }: { given: unknown }) {
  const { t } = useTranslation('loanList')
  const { address } = useSession()
  const { verdict, steps } = useMemo(
    () => checkSealed(given, nobleCrypto, address === null ? {} : { owner: address, site: location.host }),
    [given, address],
  )
  if (verdict === 'holds') {
    return <Stamp tone="checked" title={t('agreement.holds')} detail={t('agreement.holdsDetail')} />
  }
  const broken = steps.find((one) => !one.ok)
  return (
    <Stamp
      tone={verdict === 'not_proven' ? 'open' : 'wrong'}
      title={t('agreement.broken')}
      detail={broken && t(`agreement.step.${broken.name}`)}
    />
  )
}

function Signed({ sealed }: { sealed: SealedLoan }) {
  const { t } = useTranslation('loanList')
  return (
    <>
      <SignedText text={sealed.text} />
      <h3 className="pt-4 pb-1.5 text-12 text-ink-2">{t('agreement.drawing')}</h3>
      <img
        src={`data:image/png;base64,${sealed.drawing}`}
        alt={t('agreement.drawing')}
        className="max-h-40 rounded-2 border border-rule bg-paper object-contain"
      />
      <p className="pt-4 pb-1.5 text-12 text-ink-2">{t('agreement.keep')}</p>
      <CopyRow value={`node ${VERIFIER_PATH.slice(1)} ${NAME}`} onCopied={sayCopied} />
    </>
  )
}

function save(file: unknown): void {
  saveFile(new File([`${JSON.stringify(file, null, 2)}\n`], NAME, { type: 'application/json' }))
}
