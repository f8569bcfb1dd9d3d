import { describe, expect, it } from "vitest";
import { programsIn, readSource } from "./support/source-code/source-tree.ts";

/** The product's sentences, letter by letter (rule 168). Each stands in exactly one source file. */
const CATALOGUE = {
  signIn: [
    "Enter your credentials to access the ticket system.",
    "Signing in...",
    "Welcome back!",
    "Logged out successfully",
    "Failed to logout",
    "Session expired. Please login again.",
    "Login failed",
    "Invalid credentials",
    "Failed to fetch user",
    "Session restore failed",
    "404 - Page Not Found",
    "An error occurred",
    "Loading...",
  ],
  tickets: [
    "Loading tickets...",
    "Failed to load tickets",
    "No tickets found",
    "Try adjusting your filters or create a new ticket.",
    "All Statuses",
    "All Priorities",
    "Ticket created",
    "Last updated",
    "Ticket Not Found",
    "Unable to load ticket",
    "The ticket may not exist or you don't have permission to view it.",
    "Create New Ticket",
    "Will be assigned shortly...",
    "Ticket Information",
    "Delete this ticket",
    "Subject is required",
    "Issue description is required",
    "Description is required",
    "Are you sure you want to delete this ticket? This action cannot be undone.",
    "Ticket created successfully",
    "Ticket updated successfully",
    "Ticket deleted successfully",
    "Failed to create ticket",
    "Failed to update ticket",
    "Failed to delete ticket",
    "Failed to fetch ticket",
    "Failed to fetch tickets",
  ],
  comments: [
    "Failed to fetch comments",
    "Failed to create comment",
    "Failed to update comment",
    "Failed to delete comment",
    "Are you sure you want to delete your comment? This action will soft delete the comment.",
    "Are you sure you want to moderate this comment? This will soft delete the comment (Admin action).",
  ],
  dashboard: [
    "All your support tickets",
    "Currently being worked on",
    "Awaiting response",
    "Successfully resolved",
    "Your Recent Tickets",
    "No tickets yet",
    "Create your first support ticket to get started",
    "Edit Company Information",
    "Update your company's description and contact information.",
    "No trend data available",
    "No ticket data available",
    "No priority data available",
    "Failed to load dashboard metrics",
    "Company information updated successfully",
    "Failed to update company information",
    "No company ID",
  ],
  users: [
    "Manage users in your organization",
    "Manage accounts and permissions",
    "Search by name or email...",
    "Loading users...",
    "No users found",
    "Create New User",
    "Invite New User",
    "Email is required",
    "Full name is required",
    "Password is required",
    "Password must be at least 8 characters",
    "You cannot delete yourself",
    "User not found",
    "User created successfully",
    "User created successfully and invite email sent",
    "User invited successfully",
    "User updated successfully",
    "User deleted successfully",
    "User restored successfully",
    "Invite sent successfully",
    "Failed to create user",
    "Failed to invite user",
    "Failed to update user",
    "Failed to delete user",
    "Failed to restore user",
    "Failed to send invite",
  ],
  clients: [
    "Manage client accounts",
    "Client Directory",
    "No clients found",
    "Company is required for clients",
    "Client invitation sent successfully",
    "Client updated successfully",
    "Client deleted successfully",
    "Client restored successfully",
  ],
  roles: [
    "Back to Clients",
    "Back to Users",
    "Single Role Restriction",
    "No roles selected",
    "This role has no permissions defined.",
    "Failed to load permissions. Please try again.",
    "No role changes recorded yet.",
    "Failed to load role history. Please try again.",
    "User roles updated successfully",
    "Failed to update roles",
  ],
  companies: [
    "Search by name or description...",
    "Loading companies...",
    "No companies found",
    "Company created successfully",
    "Company updated successfully",
    "Company deleted successfully",
    "Failed to create company",
    "Failed to update company",
    "Failed to delete company",
    "Invalid email address",
  ],
  settings: [
    "Change Email Address",
    "Close Account",
    "Are you absolutely sure?",
    "Yes, close my account",
    "New passwords do not match",
    "New password must be at least 8 characters",
    "Please fill in all fields",
    "Profile updated successfully",
    "Password changed successfully",
    "Email address updated successfully",
    "Account closed successfully",
    "Failed to update profile",
    "Failed to change password",
    "Failed to change email",
    "Failed to close account",
    "Current password is incorrect",
  ],
};

const sources = ["contract", "server", "web"].flatMap(sourcesBelow);

describe.each(Object.entries(CATALOGUE))("words of %s", (_feature, sentences) => {
  it.each(sentences)("%s", (sentence) => {
    const literal = new RegExp(`["'\`]${RegExp.escape(sentence).replaceAll("'", String.raw`\\?'`)}["'\`]`);
    const holders = sources.filter(({ text }) => literal.test(text)).map(({ file }) => file);
    expect(holders).toHaveLength(1);
  });
});

function sourcesBelow(folder: string): { file: string; text: string }[] {
  return (
    programsIn(folder)
      // The files of another language hold the English sentence only to translate it.
      .filter((file) => !/\.de\.tsx?$|\/(demo|seed)\//.test(file))
      .map((file) => ({ file, text: withoutComments(readSource(file)) }))
  );
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
