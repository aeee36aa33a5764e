// Walks go-gitlab, unmodified, as its users do: sign in, list by pages, write, read the errors.
//
// Called with the address of a platform that holds the demo, and with the dialect. Prints a line for each step, and ends with an
// error at the first that fails.
package main

import (
	"fmt"
	"log"
	"os"
	"reflect"
	"strings"

	gitlab "github.com/xanzy/go-gitlab"
)

var url, dialect = os.Args[1], os.Args[2]

func signIn(username string) *gitlab.Client {
	client, err := gitlab.NewClient(username+"-token", gitlab.WithBaseURL(url), gitlab.WithoutRetries())
	check(err)
	return client
}

func check(err error) {
	if err != nil {
		log.Panic(err)
	}
}

func equal(seen, expected interface{}) {
	if !reflect.DeepEqual(seen, expected) {
		log.Panicf("%v is not %v", seen, expected)
	}
}

// The error of a call that must fail with this status, and with this text in its message.
func refused(err error, status int, text string) {
	failure, is := err.(*gitlab.ErrorResponse)
	if !is {
		log.Panicf("%v is not a refusal", err)
	}
	equal(failure.Response.StatusCode, status)
	if !strings.Contains(failure.Message, text) {
		log.Panicf("%q is not in %q", text, failure.Message)
	}
}

func signingIn() {
	user, _, err := signIn("developer").Users.CurrentUser()
	check(err)
	equal(user.Username, "developer")
	bearer, err := gitlab.NewOAuthClient("owner-token", gitlab.WithBaseURL(url))
	check(err)
	owner, _, err := bearer.Users.CurrentUser()
	check(err)
	equal(owner.Username, "owner")
	_, _, err = signIn("nobody").Users.CurrentUser()
	refused(err, 401, "401 Unauthorized")
	other, _, err := signIn("root").Users.CurrentUser(gitlab.WithSudo("reporter"))
	check(err)
	equal(other.Username, "reporter")
}

func notes() {
	api := signIn("maintainer").Notes
	made, _, err := api.CreateIssueNote("acme/web", 1, &gitlab.CreateIssueNoteOptions{Body: gitlab.String("Looks **good**.")})
	check(err)
	equal([]interface{}{made.Body, made.Author.Username, made.System}, []interface{}{"Looks **good**.", "maintainer", false})
	_, _, err = api.UpdateIssueNote("acme/web", 1, made.ID, &gitlab.UpdateIssueNoteOptions{Body: gitlab.String("Looks better.")})
	check(err)
	read, _, err := api.GetIssueNote("acme/web", 1, made.ID)
	check(err)
	equal(read.Body, "Looks better.")
	_, err = api.DeleteIssueNote("acme/web", 1, made.ID)
	check(err)
	_, _, err = api.GetIssueNote("acme/web", 1, made.ID)
	refused(err, 404, "404 Not found")
	merge, _, err := api.CreateMergeRequestNote("acme/web", 1, &gitlab.CreateMergeRequestNoteOptions{Body: gitlab.String("Fine.")})
	check(err)
	equal(merge.NoteableType, "MergeRequest")
	epic, _, err := api.CreateEpicNote("acme", 501, &gitlab.CreateEpicNoteOptions{Body: gitlab.String("Fine.")})
	check(err)
	equal(epic.NoteableType, "Epic")
}

func pages() {
	seen := map[int]bool{}
	options := &gitlab.ListProjectPipelinesOptions{ListOptions: gitlab.ListOptions{PerPage: 25}}
	for {
		page, response, err := signIn("maintainer").Pipelines.ListProjectPipelines("acme/web", options)
		check(err)
		equal([]int{response.TotalItems, response.TotalPages, response.ItemsPerPage}, []int{60, 3, 25})
		for _, one := range page {
			seen[one.ID] = true
		}
		if response.NextPage == 0 {
			break
		}
		options.Page = response.NextPage
	}
	equal(len(seen), 60)
}

func pipelines() {
	api := signIn("maintainer").Pipelines
	variables := []*gitlab.PipelineVariableOptions{{Key: gitlab.String("A"), Value: gitlab.String("1")}}
	made, _, err := api.CreatePipeline("acme/web", &gitlab.CreatePipelineOptions{Ref: gitlab.String("main"), Variables: &variables})
	check(err)
	equal([]string{made.Ref, made.User.Username}, []string{"main", "maintainer"})
	kept, _, err := api.GetPipelineVariables("acme/web", made.ID)
	check(err)
	equal(kept[0].Key, "A")
	canceled, _, err := api.CancelPipelineBuild("acme/web", made.ID)
	check(err)
	equal(canceled.Status, "canceled")
	retried, _, err := api.RetryPipelineBuild("acme/web", made.ID)
	check(err)
	equal(retried.Status, "pending")
	_, err = api.DeletePipeline("acme/web", made.ID)
	refused(err, 403, "403 Forbidden")
	_, err = signIn("owner").Pipelines.DeletePipeline("acme/web", made.ID)
	check(err)
	_, _, err = api.CreatePipeline("acme/web", &gitlab.CreatePipelineOptions{Ref: gitlab.String("no-such-branch")})
	refused(err, 400, "Reference not found")
}

func groups() {
	api := signIn("owner").Groups
	listed, _, err := api.ListGroups(&gitlab.ListGroupsOptions{Owned: gitlab.Bool(true), TopLevelOnly: gitlab.Bool(true)})
	check(err)
	equal([]string{listed[0].FullPath, listed[1].FullPath, listed[2].FullPath}, []string{"acme", "partners", "skunkworks"})
	_, _, err = api.UpdateGroup("acme/frontend", &gitlab.UpdateGroupOptions{Description: gitlab.String("Pages.")})
	check(err)
	group, _, err := api.GetGroup("acme/frontend", nil)
	check(err)
	equal(group.Description, "Pages.")
	users, _, err := api.ListProvisionedUsers("acme", nil)
	check(err)
	equal(len(users) > 0, true)
	_, _, err = api.GetGroup("no-such", nil)
	refused(err, 404, "404 Group Not Found")
}

func users() {
	api := signIn("root").Users
	options := &gitlab.CreateUserOptions{
		Username: gitlab.String("ada"), Name: gitlab.String("Ada"),
		Email: gitlab.String("ada@example.com"), Password: gitlab.String("correct horse battery"),
	}
	made, _, err := api.CreateUser(options)
	check(err)
	changed, _, err := api.ModifyUser(made.ID, &gitlab.ModifyUserOptions{Twitter: gitlab.String("ada"), Bio: gitlab.String("Counts.")})
	check(err)
	equal(changed.Bio, "Counts.")
	if dialect == "gitlab" {
		equal(changed.Twitter, "ada")
	}
	options.Email = gitlab.String("eda@example.com")
	_, _, err = api.CreateUser(options)
	refused(err, 409, "Username has already been taken")
	memberships, _, err := api.GetUserMemberships(made.ID, nil)
	check(err)
	equal(len(memberships), 0)
	_, err = api.DeleteUser(made.ID)
	check(err)
	status, _, err := signIn("developer").Users.SetUserStatus(&gitlab.UserStatusOptions{Message: gitlab.String("Back soon")})
	check(err)
	equal(status.Message, "Back soon")
}

func runners() {
	api := signIn("root").Runners
	made, _, err := api.RegisterNewRunner(&gitlab.RegisterNewRunnerOptions{Token: gitlab.String("instance-registration-token")})
	check(err)
	changed, _, err := api.UpdateRunnerDetails(made.ID, &gitlab.UpdateRunnerDetailsOptions{TagList: &[]string{"linux"}})
	check(err)
	equal(changed.TagList, []string{"linux"})
	_, err = api.VerifyRegisteredRunner(&gitlab.VerifyRegisteredRunnerOptions{Token: gitlab.String(made.Token)})
	check(err)
	token, _, err := api.ResetRunnerAuthenticationToken(made.ID)
	check(err)
	equal(*token.Token != made.Token, true)
	_, err = api.DeleteRegisteredRunner(&gitlab.DeleteRegisteredRunnerOptions{Token: token.Token})
	check(err)
	_, _, err = api.GetRunnerDetails(made.ID)
	refused(err, 404, "404 Not found")
}

func releaseLinks() {
	api := signIn("maintainer").ReleaseLinks
	options := &gitlab.CreateReleaseLinkOptions{Name: gitlab.String("Notes"), URL: gitlab.String("https://example.com/notes"), FilePath: gitlab.String("/docs/notes")}
	made, _, err := api.CreateReleaseLink("acme/web", "v1.0", options)
	check(err)
	equal(strings.HasSuffix(made.DirectAssetURL, "/docs/notes"), true)
	changed, _, err := api.UpdateReleaseLink("acme/web", "v1.0", made.ID, &gitlab.UpdateReleaseLinkOptions{Name: gitlab.String("Hints")})
	check(err)
	equal(changed.Name, "Hints")
	gone, _, err := api.DeleteReleaseLink("acme/web", "v1.0", made.ID)
	check(err)
	equal(gone.ID, made.ID)
}

func main() {
	log.SetFlags(0)
	for _, step := range []struct {
		name string
		walk func()
	}{
		{"signing in", signingIn}, {"notes", notes}, {"pages", pages}, {"pipelines", pipelines}, {"groups", groups},
		{"users", users}, {"runners", runners}, {"release links", releaseLinks},
	} {
		step.walk()
		fmt.Println("ok", step.name)
	}
}
