import type { AnswerItem } from '@tickmark/wire/routes/content'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { SafeHtml } from '../../components/SafeHtml.tsx'
import { openChat } from '../../session/openSheets.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { AnswerAreas } from './AnswerAreas.tsx'
import { useAnswers } from './useAnswers.ts'

/** One question, named by the address; without one, a list of all questions. */
export function AnswersPage() {
  const { t } = useTranslation('help')
  return (
    <>
      <PageBar title={t('qa')} onBack={() => back(hrefTo.help())} />
      <div className="px-5 pb-12 md:px-7">
        <Chosen />
      </div>
    </>
  )
}

function Chosen() {
  const { t } = useTranslation('help')
  const asked = new URLSearchParams(useSearch()).get('id')
  const { areas, list, state } = useAnswers()
  if (!list && state.isError) return <FailedCall title={t('failed')} call={state} />
  if (!list) return <Skeleton shape="text" count={3} />
  if (asked === null) {
    return (
      <AnswerAreas areas={areas}>
        {(answers) => (
          <ul>
            {answers.map((one) => (
              <li key={one.id}>
                <ListRow title={one.title} href={hrefTo.answers(one.id)} onGo={go} chevron />
              </li>
            ))}
          </ul>
        )}
      </AnswerAreas>
    )
  }
  const area = areas.find(({ answers }) => answers.some((one) => String(one.id) === asked))
  const at = area?.answers.findIndex((one) => String(one.id) === asked) ?? -1
  const answer = area?.answers[at]
  if (!area || !answer) {
    return (
      <Empty
        title={t('gone')}
        detail={t('goneDetail')}
        icon="help"
        action={
          <Button tone="quiet" size="medium" onClick={() => go(hrefTo.answers(), { replace: true })}>
            {t('allQuestions')}
          </Button>
        }
      />
    )
  }
  return (
    <Question
      answer={answer}
      area={t(`area.${area.area}`)}
      before={area.answers[at - 1]}
      after={area.answers[at + 1]}
    />
  )
}

interface QuestionProps {
  answer: AnswerItem
  /** Name of the area. */
  area: string
  /** The previous and next question of its area. */
  before: AnswerItem | undefined
  after: AnswerItem | undefined
}

function Question({ answer, area, before, after }: QuestionProps) {
  const { t } = useTranslation('help')
  return (
    <>
      <article key={answer.id} className="rise-in pt-3">
        <p className="text-12 font-medium text-ink-3">{area}</p>
        <h2 className="pt-1 pb-4 text-24 font-semibold text-balance">{answer.title}</h2>
        <SafeHtml html={answer.html} />
      </article>
      <section
        aria-labelledby="helped"
        className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule py-3"
      >
        <div className="min-w-[min(12rem,100%)] flex-1">
          <h3 id="helped" className="font-semibold">
            {t('helped')}
          </h3>
          <p className="text-13 text-ink-2">{t('helpedDetail')}</p>
        </div>
        <Button tone="quiet" size="medium" icon="chat" onClick={() => openChat()}>
          {t('askSupport')}
        </Button>
      </section>
      <nav aria-label={t('neighbours')} className="grid gap-3 pt-5 md:grid-cols-2">
        {before && <Neighbour answer={before} label={t('before')} back />}
        {after && <Neighbour answer={after} label={t('after')} />}
      </nav>
      <PlainLink
        href={hrefTo.answers()}
        onGo={go}
        className="mt-4 inline-flex min-h-11 items-center text-13 font-semibold text-brand"
      >
        {t('allQuestions')}
      </PlainLink>
    </>
  )
}

function Neighbour({
  answer,
  label,
  back: isBack = false,
}: {
  answer: AnswerItem
  label: string
  back?: boolean
}) {
  return (
    <PlainLink
      href={hrefTo.answers(answer.id)}
      onGo={(href) => {
        go(href, { replace: true })
        scrollTo(0, 0)
      }}
      className="flex items-center gap-3 rounded-2 border border-rule px-4 py-3"
    >
      {isBack && <Icon name="back" size={18} className="text-ink-3" />}
      <span className="min-w-0 flex-1">
        <span className="block text-12 text-ink-3">{label}</span>
        <span className="block font-medium">{answer.title}</span>
      </span>
      {!isBack && <Icon name="chevron" size={18} className="text-ink-3" />}
    </PlainLink>
  )
}
