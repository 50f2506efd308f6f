import { hostOf } from '@tickmark/core/consent/signInText'
import { formatAmount } from '@tickmark/core/money/money'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { timesOf } from '@tickmark/client/format/times.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useSession } from '../../../session/session.ts'
import { SignedText } from './SignedText.tsx'
import { textOf, costOf, type WrittenAgreement } from './written.ts'

/** The agreement in the reader's language, and below it the text for the wallet to sign. */
export function AgreementWords({ written }: { written: WrittenAgreement }) {
  const { t } = useTranslation('loans')
  const { language } = useSession()
  const format = useFormat()
  const cost = costOf(written)
  const amount = ltr(`${format.figure(formatAmount(cost.amount), { decimals: 4 })} USDT`)
  const date = timesOf(language).utcDay(cost.ends)
  return (
    <section aria-label={t('agreement.words')} className="pt-5">
      <h3 className="pb-1 text-13 font-semibold">{t('agreement.words')}</h3>
      <p className="text-13">
        {t('agreement.text', { amount, count: written.instalments, date, site: ltr(hostOf(written.site)) })}
      </p>
      <SignedText text={textOf(written, t('agreement.drawnLater'))} />
    </section>
  )
}
