/** Short news at the edge of the screen. For what went wrong in a form use `<Problem>` in the form instead. */
export const notify = {
  success: (message: string) => show({ message, color: 'pine' }),
  warning: (message: string) => show({ message, color: 'clay', autoClose: 10_000 }),
};

async function show(news: { message: string; color: string; autoClose?: number }): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  // For the mouse only: it has no words, and the news leave by themselves.
  notifications.show({ withBorder: true, closeButtonProps: { 'aria-hidden': true, tabIndex: -1 }, ...news });
}
