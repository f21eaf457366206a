import { Alert, Button, Select } from '@mantine/core'
import { IconExternalLink, IconHelpCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  faqQuestionList as loadQuestions,
  useFaqGroupSelect,
  useFaqQuestionList,
} from '@/api/generated/endpoints/support/support'
import { PAGED } from '@/api/record-query'
import type { FaqQuestion } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { localeText } from '@/ui/locale-text'
import { useListParams } from '@/ui/table/useListParams'
import { questionColumns } from './columns'
import { FaqTabs } from './FaqTabs'
import { faqQuestionList } from './list'
import { useQuestionSwitch } from './switches'

const edit = ({ id }: FaqQuestion) => paths['faq_questions.edit']({ id })

/** Questions that many ask, with their answers. */
export function QuestionsPage() {
  const { t, i18n } = useTranslation('faq-settings')
  const { t: common } = useTranslation()
  const format = useFormat()
  const list = useListParams(faqQuestionList)
  const { data: groups } = useFaqGroupSelect()
  const language = i18n.language
  const columns = useMemo(
    () => questionColumns({ t, common, language, format }),
    [t, common, language, format],
  )
  return (
    <RecordList
      title={t('question.title')}
      text={t('question.text')}
      action={<Ways groupId={list.values.faq_group_id} />}
      tabs={
        <>
          <FaqTabs />
          <Hidden />
          <ActiveTabs list={list} words={t('question.states', { returnObjects: true })} />
        </>
      }
      search={t('question.search')}
      filters={
        <Select
          aria-label={t('field.group')}
          placeholder={t('field.group')}
          clearable
          value={list.values.faq_group_id ?? null}
          data={groups?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
          onChange={(id) => list.setFilters({ faq_group_id: id ?? undefined })}
        />
      }
      list={list}
      load={(page, options) => loadQuestions({ ...list.query, ...page }, options)}
      result={useFaqQuestionList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ question_locale }) => localeText(question_locale, language)}
      rowTo={edit}
      menu={useRecordMenu(edit, useQuestionSwitch())}
      empty={{ icon: IconHelpCircle, title: t('question.empty'), text: t('question.emptyText') }}
    />
  )
}

/** The page as others read it, and a new question. */
function Ways({ groupId }: { groupId: string | undefined }) {
  const { t } = useTranslation('faq-settings')
  const { can } = useProfile()
  const create = paths['faq_questions.create']()
  return (
    <>
      <Button
        component={AppLink}
        to={paths.faq()}
        variant="default"
        classNames={ICON_ON_PHONE}
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('open')}
      </Button>
      <CreateLink
        to={groupId ? `${create}?faq_group_id=${groupId}` : create}
        label={t('question.create')}
        allowed={can['faq_question.create']}
      />
    </>
  )
}

/** Says that visitors do not see the page. */
function Hidden() {
  const { t } = useTranslation('faq-settings')
  const { domain } = useSite()
  if (domain.flags.public_faq) return null
  return (
    <Alert color="gray" icon={<IconHelpCircle size={18} aria-hidden />}>
      {t('public')}
    </Alert>
  )
}
