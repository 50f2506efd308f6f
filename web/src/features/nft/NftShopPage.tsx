import { useTranslation } from '../../i18n/useTranslation.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { ShelfDrawing } from './NftDrawings.tsx'
import { NftFrame } from './NftFrame.tsx'

const QUESTIONS = ['maker', 'right', 'file', 'price', 'cost', 'sign'] as const

/** A shop that sells nothing, and advice for judging one that does. */
export function NftShopPage() {
  const { t } = useTranslation('nft')
  return (
    <NftFrame place="shop">
      <div className="mx-auto max-w-[380px] pt-4 pb-5">
        <ShelfDrawing />
      </div>
      <h2 className="pb-2 text-center text-24 font-semibold text-balance">{t('shop.nothing.title')}</h2>
      <p className="mx-auto max-w-[46ch] pb-8 text-center text-ink-2">{t('shop.nothing.text')}</p>
      <h2 className="pb-1 text-19 font-semibold">{t('shop.judge')}</h2>
      <ol>
        {QUESTIONS.map((question, at) => (
          <li key={question} className="border-b border-rule py-4">
            <h3 className="flex gap-3 pb-2.5 font-semibold">
              <span className="text-ink-3">{at + 1}</span>
              {t(`shop.question.${question}.title`)}
            </h3>
            <div className="grid gap-2 md:grid-cols-2">
              <Sign good text={t(`shop.question.${question}.good`)} />
              <Sign good={false} text={t(`shop.question.${question}.bad`)} />
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 rounded-2 bg-brand-wash px-4 py-3 font-medium">{t('shop.rule')}</p>
    </NftFrame>
  )
}

function Sign({ good, text }: { good: boolean; text: string }) {
  const { t } = useTranslation('nft')
  return (
    <p className={`flex gap-2.5 rounded-2 px-3 py-2.5 text-13 ${good ? 'bg-good-wash' : 'bg-wrong-wash'}`}>
      <Icon name={good ? 'check' : 'warning'} size={18} className={good ? 'text-good' : 'text-wrong'} />
      <span>
        <span className={`block text-12 font-medium ${good ? 'text-good' : 'text-wrong'}`}>
          {good ? t('shop.good') : t('shop.bad')}
        </span>
        {text}
      </span>
    </p>
  )
}
