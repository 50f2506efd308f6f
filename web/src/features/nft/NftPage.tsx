import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { LedgerDrawing, PathDrawing } from './NftDrawings.tsx'
import { NftFrame, Section, Points } from './NftFrame.tsx'

/** What an NFT is and is not, what it costs, how people lose theirs, and how to check one. */
export function NftPage() {
  const { t } = useTranslation('nft')
  return (
    <NftFrame place="home">
      <p className="pt-3 pb-5 text-19 leading-snug text-balance text-ink-2">{t('home.lead')}</p>
      <Section title={t('home.what.title')}>
        <div className="mx-auto max-w-[440px] pb-4">
          <LedgerDrawing />
        </div>
        <p className="leading-relaxed">{t('home.what.text')}</p>
      </Section>
      <Section title={t('home.isNot.title')}>
        <Points
          mark="no"
          points={[
            t('home.isNot.picture'),
            t('home.isNot.copyright'),
            t('home.isNot.origin'),
            t('home.isNot.savings'),
          ]}
        />
      </Section>
      <Section title={t('home.rights.title')}>
        <p className="leading-relaxed">{t('home.rights.text')}</p>
        <p className="pt-2.5 text-13 leading-relaxed text-ink-2">{t('home.rights.more')}</p>
      </Section>
      <Section title={t('home.where.title')}>
        <div className="mx-auto max-w-[440px] pb-4">
          <PathDrawing />
        </div>
        <p className="leading-relaxed">{t('home.where.text')}</p>
        <Places />
      </Section>
      <Section title={t('home.fees.title')}>
        <Points
          mark="dot"
          points={[
            t('home.fees.network'),
            t('home.fees.market'),
            t('home.fees.royalty'),
            t('home.fees.spread'),
          ]}
        />
      </Section>
      <Section title={t('home.scams.title')}>
        <Points
          mark="no"
          points={[
            t('home.scams.approval'),
            t('home.scams.copy'),
            t('home.scams.seed'),
            t('home.scams.wash'),
          ]}
        />
      </Section>
      <Check />
      <Button wide onClick={() => go(hrefTo.home())}>
        {t('start')}
      </Button>
    </NftFrame>
  )
}

const LIES = ['chain', 'hash', 'server'] as const
const LASTS = { chain: 3, hash: 2, server: 1 }

/** The three places that can store a picture, the most durable first. */
function Places() {
  const { t } = useTranslation('nft')
  return (
    <ul className="pt-3">
      {LIES.map((place) => (
        <li key={place} className="flex gap-3 border-b border-rule py-3 last:border-b-0">
          <span aria-hidden="true" className="flex flex-none items-end gap-[3px] pb-1.5">
            {[1, 2, 3].map((step) => (
              <i
                key={step}
                className={`w-[5px] rounded-full ${step <= LASTS[place] ? 'bg-brand' : 'bg-rule'}`}
                style={{ height: `${4 + step * 5}px` }}
              />
            ))}
          </span>
          <div>
            <p className="font-medium">{t(`home.where.${place}`)}</p>
            <p className="text-13 text-ink-2">{t(`home.where.${place}Text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Check() {
  const { t } = useTranslation('nft')
  const steps = ['contract', 'explorer', 'file', 'licence', 'sales', 'today'] as const
  return (
    <Section title={t('home.check.title')}>
      <Points mark="number" points={steps.map((step) => t(`home.check.${step}`))} />
    </Section>
  )
}
