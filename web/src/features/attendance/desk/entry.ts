/** One tap or scan that the service has not confirmed yet, or has refused. */
export interface Entry {
  /** The service takes each nonce once. */
  readonly nonce: string;
  readonly organizationId: number;
  readonly shiftId: number;
  readonly action: 'checkin' | 'checkout';
  /** When it happened at the desk. */
  readonly at: string;
  readonly userId: number;
  readonly code: string | undefined;
  /** Whose session it was done in: nobody sends it in another's name. */
  readonly by: number;
  readonly refusal:
    | {
        readonly code: string;
        /** Which rule or field, as the API names it. */
        readonly reason: string;
        /** In English, for a code that this version of the app does not know. */
        readonly detail: string;
      }
    | undefined;
}
