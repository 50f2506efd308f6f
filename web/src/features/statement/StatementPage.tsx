import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { serverNow } from '../../clock.ts'
import { Joined } from '../../Joined.tsx'
import { back } from '../../navigate.ts'
import { useSession } from '../../session/session.ts'
import { useWide } from '../../useWide.ts'
import { Badge } from '../../ui/Badge.tsx'
import { PageBar } from '../../ui/PageBar.tsx'
import { askedOf } from './asked.ts'
import { StatementChoice } from './StatementChoice.tsx'
import { StatementFiles } from './StatementFiles.tsx'
import { StatementLines } from './StatementLines.tsx'

/** Every movement of one balance in a span of days, between its opening and its closing balance. */
export function StatementPage() {
  const { t } = useTranslation('wallet')
  const { book } = useSession()
  const wide = useWide()
  const asked = askedOf(useSearch(), serverNow())
  return (
    <>
      <PageBar
        title={t('statement.title')}
        onBack={() => back('/account')}
        trailing={
          book === 1 &&
          !wide && (
            <span className="me-[9px]">
              <Badge>{t('simulated')}</Badge>
            </span>
          )
        }
      />
      <div className="px-5 pb-8 md:px-7">
        <Joined title={t('joinTitle')} detail={t('joinDetail')}>
          <StatementChoice asked={asked} />
          <StatementLines
            key={`${book}.${asked.currency.code}.${asked.kind}.${asked.fromMs}`}
            asked={asked}
          />
          <StatementFiles asked={asked} />
        </Joined>
      </div>
    </>
  )
}
