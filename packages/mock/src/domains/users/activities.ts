import type { Context } from "../../request/context";
import { fromRank, type Rows } from "../../request/pages/page";
import type { User } from "../../state/records";
import { standing, type View } from "../../state/table";

const ordered = (where: (user: User) => boolean): View<User, "all"> => ({
	group: "all",
	where: (user) => user.last_activity_on !== null && where(user),
	by: (user) => user.last_activity_on,
});
const views = { all: ordered(() => true), open: ordered((user) => !user.private_profile) };

/** Returns the day six months earlier, or the last day of that month if it has no such day. */
function sixMonthsBefore(day: string): string {
	const date = new Date(`${day}T00:00:00.000Z`);
	const dayOfMonth = date.getUTCDate();
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() - 6);
	const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
	date.setUTCDate(Math.min(dayOfMonth, last));
	return date.toISOString().slice(0, 10);
}

/** Returns users by their last day of activity, oldest first. Only administrators see private profiles. */
export function activities(from: string | undefined, { state, actor }: Context): Rows<User> {
	const since = from ?? sixMonthsBefore(state.clock.today());
	const view = actor.isAdmin ? views.all : views.open;
	const list = state.users.ordered(view, 0);
	return fromRank(list, list.rank(standing(view, since, 0)));
}

export const activityEntity = ({ username, last_activity_on }: User): object => ({
	username,
	last_activity_on,
	last_activity_at: last_activity_on,
});
