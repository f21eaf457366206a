import { NativeSelect, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportDoubt } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { useFieldLabel } from './fields'
import classes from './MapStep.module.css'
import { setWord, wordOf } from './mapping'
import type { PartOf } from './part'
import { ValueField } from './ValueField'

type Choice = 'refuse' | 'empty' | 'means'

/** Words that no field understands by itself: empty, another word, or a reason to refuse the line. */
export function Words(props: PartOf) {
  return (
    <ul className={classes.columns}>
      {props.shown.doubts.map((doubt) => (
        <li key={`${doubt.field} ${doubt.word}`} className={classes.words}>
          <Doubt {...props} doubt={doubt} />
        </li>
      ))}
    </ul>
  )
}

function Doubt({ mapping, onChange, fields, doubt }: PartOf & { doubt: ImportDoubt }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const label = useFieldLabel()
  const { field, word, column, count } = doubt
  const known = wordOf(mapping, field, word)
  const choice: Choice = !known ? 'refuse' : known.meaning === null ? 'empty' : 'means'
  const set = (meaning: string | null | undefined) => onChange(setWord(mapping, field, word, meaning))

  function choose(next: Choice) {
    if (next === 'refuse') set(undefined)
    else set(next === 'empty' ? null : '')
  }

  return (
    <>
      <div>
        <div className={classes.name}>{word}</div>
        <Text size="xs" c="dimmed">
          {t('words.where', { count, number: format.number(count), column })}
        </Text>
      </div>
      <NativeSelect
        aria-label={t('words.treat', { word, field: label(field) })}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value as Choice)}
        data={(['empty', 'means', 'refuse'] as const).map((value) => ({ value, label: t(`words.${value}`) }))}
      />
      {choice === 'means' ? (
        <ValueField
          field={field}
          info={fields.find((info) => info.field === field)}
          label={t('words.meaning', { word })}
          value={known?.meaning ?? ''}
          onChange={set}
        />
      ) : (
        choice === 'refuse' && (
          <Text size="sm" c="dimmed">
            {doubt.message}
          </Text>
        )
      )}
    </>
  )
}
