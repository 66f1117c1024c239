/** Fields of a profile that organizations, missions and steps of journeys can ask for. */
export const profileFields = ['phone', 'date_of_birth', 'emergency_contact', 'email_verified'] as const;
export type ProfileField = (typeof profileFields)[number];
