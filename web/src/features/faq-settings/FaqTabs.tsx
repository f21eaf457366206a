import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { LinkTabs } from '@/ui/LinkTabs'

/** Questions and their groups: two lists of one entry of the menu. */
export function FaqTabs() {
  const { t } = useTranslation('faq-settings')
  const { can } = useProfile()
  if (!can['faq_question.list'] || !can['faq_group.list']) return null
  return (
    <LinkTabs
      label={t('tabs')}
      tabs={[
        { to: paths['faq_questions.index'](), label: t('question.questions') },
        { to: paths['faq_groups.index'](), label: t('groups') },
      ]}
    />
  )
}
