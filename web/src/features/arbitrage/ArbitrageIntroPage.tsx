import { TEXT_TYPES } from '@tickmark/wire/schemas/content'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back } from '../../navigation/navigate.ts'
import { SafeHtml } from '../../components/SafeHtml.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'

/** Introduction to the arbitrage programme, written by operators. */
export function ArbitrageIntroPage() {
  const { t } = useTranslation('arbitrage')
  return (
    <>
      <PageBar title={t('pages:title.arbitrageIntro')} onBack={() => back(hrefTo.arbitrage())} />
      <div className="px-5 pt-2 pb-12 md:px-7">
        <Introduction />
      </div>
    </>
  )
}

function Introduction() {
  const { t } = useTranslation('arbitrage')
  const text = useCall('get_text', { type: TEXT_TYPES.arbitrageIntro })
  if (text.isError && text.data === undefined) return <FailedCall title={t('introFailed')} call={text} />
  if (text.data === undefined) return <Skeleton shape="text" count={6} />
  if (text.data === '') {
    return <Empty icon="news" title={t('introEmpty')} detail={t('introEmptyDetail')} />
  }
  return (
    <>
      <h2 className="pb-3 text-19 font-semibold tracking-[-0.01em]">{t('introHeading')}</h2>
      <SafeHtml html={text.data} />
    </>
  )
}
