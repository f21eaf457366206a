import { Select, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  faqQuestionCreate,
  faqQuestionUpdate,
  useFaqGroupSelect,
  useFaqQuestionShow,
} from '@/api/generated/endpoints/support/support'
import { freshly } from '@/api/record-query'
import type { FaqQuestion } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { localeText } from '@/ui/locale-text'
import { refreshQuestions, useQuestionSwitch } from './switches'
import { emptyQuestion, type QuestionValues, questionInput, questionValues } from './values'

type QuestionFormProps = {
  id?: string
  /** The group that a new question begins with. */
  groupId?: string | undefined
}

/** Creates a question with its answer, or changes the one of this id. */
export function QuestionForm({ id, groupId }: QuestionFormProps) {
  const { t, i18n } = useTranslation('faq-settings')
  const { required } = useRules()
  const { domain } = useSite()
  const spoken = { [LOCALE_MAP_KEYS[domain.default_language]]: required }
  const switching = useQuestionSwitch()
  const result = useFaqQuestionShow(id ?? '', freshly(id))
  return (
    <RecordForm
      name="faq-question"
      id={id}
      result={result}
      title={id ? t('question.one') : t('question.create')}
      nameOf={({ question_locale }) => localeText(question_locale, i18n.language)}
      aside={({ active, excluded_at }) => (
        <ActiveBadge
          active={active}
          excluded_at={excluded_at}
          words={t('question.state', { returnObjects: true })}
        />
      )}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => emptyQuestion(groupId)}
      valuesOf={questionValues}
      validate={{ faq_group_id: required, question_locale: spoken, answer_locale: spoken }}
      save={(values, kept) =>
        kept
          ? faqQuestionUpdate(kept.id, { ...questionInput(values), version: kept.version })
          : faqQuestionCreate(questionInput(values))
      }
      refresh={refreshQuestions}
      leaveTo={paths['faq_questions.index']}
    >
      {(fields) => (
        <>
          <Place fields={fields} record={result.data?.data} />
          <Texts fields={fields} kind="question" />
          <Texts fields={fields} kind="answer" />
        </>
      )}
    </RecordForm>
  )
}

type PlaceProps = { fields: TiedFields<QuestionValues>; record: FaqQuestion | undefined }

function Place({ fields: { at, values, set }, record }: PlaceProps) {
  const { t, i18n } = useTranslation('faq-settings')
  const { data } = useFaqGroupSelect()
  const offered = data?.data.map(({ id, label }) => ({ value: id, label })) ?? []
  const chosen = values.faq_group_id
  // A group that was deleted stays where it was chosen.
  const isMissing = chosen !== null && !offered.some(({ value }) => value === chosen)
  const name = record?.faq_group_id === chosen ? localeText(record?.group_title_locale, i18n.language) : '…'
  return (
    <FormSection title={t('question.place')}>
      <Select
        {...at('faq_group_id')}
        {...HALF}
        label={t('field.group')}
        withAsterisk
        allowDeselect={false}
        data={isMissing ? [{ value: chosen, label: name }, ...offered] : offered}
        value={chosen}
        onChange={(id) => set('faq_group_id', id)}
      />
      <WholeField
        {...at('position')}
        {...HALF}
        label={t('field.position')}
        max={1000}
        value={values.position}
        onChange={(value) => set('position', value)}
      />
    </FormSection>
  )
}

type TextsProps = { fields: TiedFields<QuestionValues>; kind: 'question' | 'answer' }

/** The question or the answer in each language of the company. */
function Texts({ fields: { form }, kind }: TextsProps) {
  const { t } = useTranslation('faq-settings')
  const { domain } = useSite()
  const isAnswer = kind === 'answer'
  return (
    <FormSection
      title={t(isAnswer ? 'question.answers' : 'question.questions')}
      text={t(isAnswer ? 'question.answersText' : 'noLanguage')}
    >
      {domain.languages.map((language) => (
        <Textarea
          key={language}
          label={t(isAnswer ? 'field.answerIn' : 'field.questionIn', {
            language: LANGUAGE_NAMES[language],
          })}
          lang={language}
          withAsterisk={language === domain.default_language}
          autosize
          minRows={isAnswer ? 4 : 1}
          maxRows={16}
          maxLength={isAnswer ? 5000 : 500}
          {...form.getInputProps(`${kind}_locale.${LOCALE_MAP_KEYS[language]}`)}
        />
      ))}
    </FormSection>
  )
}
