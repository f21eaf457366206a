import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { faqQuestionList } from '@/features/faq-settings/list'
import { QuestionsPage } from '@/features/faq-settings/QuestionsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/faq-questions/')({
  validateSearch: faqQuestionList.validate,
  search: { middlewares: [stripSearchParams(faqQuestionList.defaults)] },
  loader: () => loadTexts('faq-settings', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="faq_questions" right="faq_question.list">
      <QuestionsPage />
    </OnMenu>
  )
}
