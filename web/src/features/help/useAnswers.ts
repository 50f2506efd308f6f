import type { AnswerArea } from '@tickmark/wire/schemas/content'
import { LANGUAGE_TAGS } from '@tickmark/texts/languages'
import type { AnswerItem } from '@tickmark/wire/routes/content'
import { useMemo } from 'react'
import { useCall } from '../../api/api.ts'
import { useSession } from '../../session/session.ts'

export interface Area {
  area: Exclude<AnswerArea, 'glossary'>
  answers: AnswerItem[]
}

/** Questions by area in their reading order, and the glossary's terms in the language's alphabetical order. */
export function useAnswers() {
  const { language } = useSession()
  const state = useCall('getAnswerArea', {})
  const list = state.data?.list
  const sorted = useMemo(() => {
    const collator = new Intl.Collator(LANGUAGE_TAGS[language])
    const areas: Area[] = []
    const terms: AnswerItem[] = []
    for (const answer of list ?? []) {
      const { area } = answer
      if (area === 'glossary') terms.push(answer)
      else (areas.find((one) => one.area === area) ?? addArea(areas, area)).answers.push(answer)
    }
    terms.sort((one, other) => collator.compare(one.title, other.title))
    return { areas, terms }
  }, [list, language])
  return { ...sorted, list, state }
}

function addArea(areas: Area[], area: Area['area']): Area {
  const added: Area = { area, answers: [] }
  areas.push(added)
  return added
}
