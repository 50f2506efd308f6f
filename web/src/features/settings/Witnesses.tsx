import { sha256 } from '@noble/hashes/sha2.js'
import { parseKeyText } from '@tickmark/core/log/note'
import { parsePolicy, type Vouch } from '@tickmark/core/log/policy'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { TextArea } from '@tickmark/ui/form/TextArea.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useState } from 'react'
import { useConfig } from '../../api/publicConfig.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { Section } from '../../components/Section.tsx'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useWitnessStanding } from '../../watch/followWitnesses.ts'
import { keepPolicy, usePolicyText } from '../../watch/witnessPolicy.ts'

const EXAMPLE = 'witness friend witness.example/w1+24b5d9fe+BP0X…\nquorum friend'

/** The user's own list of trusted witnesses of the public log, and the house's list, marked as such. */
export function Witnesses() {
  const { t } = useTranslation('witnesses')
  const kept = usePolicyText()
  const [text, setText] = useState(kept)
  const read = text.trim() === '' ? null : parsePolicy(text, sha256)
  const [isTried, setIsTried] = useState(false)
  const error =
    isTried && read?.ok === false ? t(`problem.${read.problem}`, { line: ltr(String(read.line)) }) : undefined

  function save() {
    setIsTried(true)
    if (read?.ok === false) return
    keepPolicy(read ? text : '')
    toast(read ? t('saved') : t('removed'), { tone: 'good' })
  }

  return (
    <Section title={t('title')} note={t('note')}>
      {kept !== '' && <Standing />}
      <div className="grid gap-3 pt-3">
        <TextArea
          label={t('own')}
          value={text}
          rows={5}
          placeholder={EXAMPLE}
          hint={t('ownHint')}
          error={error}
          onChange={(next) => {
            setText(next)
            setIsTried(false)
          }}
        />
        <div>
          <Button tone="quiet" size="medium" disabled={text === kept} onClick={save}>
            {t('save')}
          </Button>
        </div>
      </div>
      <HouseList />
    </Section>
  )
}

/** The number of the user's witnesses that have signed the newest witnessed head, and when. */
function Standing() {
  const { t } = useTranslation('witnesses')
  const format = useFormat()
  const { now, isLate } = useWitnessStanding()
  const vouching = now?.vouching ?? null
  const count = (n: number) => ltr(format.figure(String(n), { decimals: 0 }))
  const times = vouching?.witnesses.flatMap(({ seconds }) => seconds ?? []) ?? []
  const newest = times.length === 0 ? null : Math.max(...times)
  const facts = vouching && { signed: count(vouching.signed), all: count(vouching.witnesses.length) }
  return (
    <div className="grid gap-1 pt-1 text-13">
      <p role="status" className={isLate ? 'font-medium text-caution' : 'text-ink-2'}>
        {now === null
          ? t('asking')
          : !facts
            ? t('none')
            : newest === null
              ? t('signedNone', facts)
              : t('signed', { ...facts, time: format.dateTime(newest * 1000) })}
      </p>
      {vouching && (
        <Lacks isListed={vouching.isLogListed} isReached={vouching.ok} isUnlike={now?.kept !== 'agrees'} />
      )}
      {vouching && (
        <ul aria-label={t('own')} className="text-12 text-ink-2">
          {vouching.witnesses.map((one) => (
            <li key={one.name}>
              {vouchText(
                one,
                (at) => t('one', at),
                (at) => t('oneNot', at),
                format.dateTime,
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Why a signed head does not count. */
function Lacks({
  isListed,
  isReached,
  isUnlike,
}: {
  isListed: boolean
  isReached: boolean
  isUnlike: boolean
}) {
  const { t } = useTranslation('witnesses')
  if (!isListed) return <p className="font-medium text-caution">{t('otherLog')}</p>
  if (isUnlike) return <p className="font-medium text-caution">{t('unlike')}</p>
  return isReached ? null : <p className="font-medium text-caution">{t('tooFew')}</p>
}

function vouchText(
  { name, seconds }: Vouch,
  signed: (facts: { name: string; time: string }) => string,
  unsigned: (facts: { name: string }) => string,
  dateTime: (ms: number) => string,
): string {
  return seconds === null
    ? unsigned({ name: ltr(name) })
    : signed({ name: ltr(name), time: dateTime(seconds * 1000) })
}

/** The witnesses that the house names; nobody has to trust them. */
function HouseList() {
  const { t } = useTranslation('witnesses')
  const list = useConfig()?.witnesses ?? []
  return (
    <div className="pt-4">
      <h3 className="text-13 font-semibold">{t('house')}</h3>
      <p className="pb-1 text-12 text-ink-2">{list.length === 0 ? t('houseNone') : t('houseNote')}</p>
      {list.map((text) => (
        <div key={text} className="pt-1.5">
          <p className="text-12 text-ink-2">
            <bdi dir="ltr">{parseKeyText(text, sha256)?.name ?? text}</bdi>
          </p>
          <CopyRow value={text} onCopied={sayCopied} />
        </div>
      ))}
    </div>
  )
}
